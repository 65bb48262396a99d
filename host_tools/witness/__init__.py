"""The witness: promises its random number before the order is cut, opens it after."""
