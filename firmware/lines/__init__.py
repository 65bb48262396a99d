"""The line form: one readable line a message, the same in journal, wire, log and transcript."""
