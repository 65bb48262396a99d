"""The card machine's metal, simulated: drum, arm, rollers, beams and cards, and no program."""
