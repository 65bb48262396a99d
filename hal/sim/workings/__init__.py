"""The card machine's metal, simulated: drum, arm, rollers, beams and cards, and no program.

What is simpler here than in metal, because nobody has measured it: the path brakes at once and
keeps its pace whatever it pushes; a stepper that jams does not move at all; the feed roller grips
the next card only after it stood still; a card lies in its well as soon as the launch rollers let
go of it, while the mouth's beam is dark for as long as it takes to pass. Lengths, paces and levels
are hardware/rev_a's.
"""
