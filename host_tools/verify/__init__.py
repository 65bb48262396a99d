"""Checking a record afterwards: was it dealt as promised, is it whole, is it by the rules?"""
