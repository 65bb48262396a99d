"""The line form: one readable line a message, the same in journal, wire, log and transcript.

body = writer.write(message, seq, ms)        # b"2 5 hand_started hand=1 button=3 ..."
line = writer.seal(body, chain.add(body))    # ... #00cad3ec36a935e2 ~5ea2ddd5
parser.parse(line).message == message
"""
