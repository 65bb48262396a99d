"""Sentences for people, Italian and English; loaded by the host only.

Generated from firmware/schema/faults.toml and irregularities.toml by host_tools.dev.gen: edit the source, run `make gen`.
"""
# fmt: off
# ruff: noqa

# FAULTS[id] = (Italian, English)
FAULTS: tuple[tuple[str, str], ...] = (
    ("", ""),
    ("La sorgente casuale non supera i controlli. Nessuna nuova mano. Spegnere e riaccendere; se si ripete, chiamare l'assistenza.", "The noise source failed its health tests. No new hand. Switch off and on; if it comes back, call service."),
    ("La sorgente casuale non risponde. Nessuna nuova mano. Controllare il cavo interno, poi riaccendere.", "The noise source does not answer. No new hand. Check the inner cable, then switch on again."),
    ("La macchina delle carte non risponde. Motori fermi, carte ferme. Controllare il cavo, poi riprendere.", "The card machine does not answer. Motors off, cards where they are. Check the cable, then resume."),
    ("Una carta non è arrivata. Motori fermi, mano sospesa. Cercare la carta, poi chiamare il floor.", "A card did not arrive. Motors off, hand on hold. Look for the card, then call the floor."),
    ("Il mazzo non è di 52 carte. Nessuna nuova mano. Contare le carte e rimetterle tutte nel vassoio.", "The deck is not 52 cards. No new hand. Count the cards and put all of them into the hopper."),
    ("Il registro non si scrive. Motori fermi, carte ferme. Chiamare l'assistenza.", "The journal cannot be written. Motors off, cards where they are. Call service."),
    ("L'ordine promesso non si rilegge. Mano sospesa. Decide il floor.", "The committed order does not read back. Hand on hold. The floor decides."),
    ("Il collegamento con l'host è muto. Si continua a giocare, tutto è conservato.", "The line to the host is silent. Play goes on, everything is kept."),
    ("Un pannello dei posti non risponde. Nessuna nuova mano. Controllare il cavo del pannello.", "A seat panel does not answer. No new hand. Check the panel's cable."),
    ("Un display non risponde. Si continua a giocare; controllare il cavo alla prossima pausa.", "A display does not answer. Play goes on; check its cable at the next break."),
    ("La corrente è mancata durante la mano. Carte e gettoni sono dove erano. Guardare il tavolo, poi girare la chiave del floor: la mano riprende.", "Power was lost during the hand. Cards and chips are where they were. Look at the table, then turn the floor key: the hand goes on."),
    ("Il registro è quasi pieno. La mano in corso è stata finita, nessuna nuova mano. Collegare l'host, che prende le righe vecchie, o fare spazio.", "The journal is nearly full. The running hand was finished, no new hand. Connect the host, which takes the old lines, or make room."),
    ("Una copia dello stato non si è scritta. Il registro è intero, si continua a giocare.", "A snapshot could not be written. The journal is whole, play goes on."),
    ("Il registro è lento: il tavolo ha aspettato. Se si ripete, cambiare la scheda di memoria.", "The journal is slow: the table waited. If it comes back, change the memory card."),
    ("Righe vecchie del registro sono guaste. Gettoni e carte sono noti. Guardare il tavolo, poi girare la chiave del floor: si continua.", "Old lines of the journal are damaged. Chips and cards are known. Look at the table, then turn the floor key: play goes on."),
    ("Le ultime righe del registro sono perdute. Contare i gettoni di ogni posto, poi girare la chiave del floor: la mano è annullata, le carte si raccolgono.", "The last lines of the journal are lost. Count the chips at every seat, then turn the floor key: the hand is void, the cards are collected."),
    ("La memoria FRAM non risponde. Motori fermi, carte ferme. Se si ripete, spegnere e chiamare l'assistenza.", "The FRAM does not answer. Motors off, cards where they are. If it stays, switch off and call service."),
    ("Il bus interno è bloccato. Motori fermi, carte ferme. Spegnere e riaccendere; se si ripete, chiamare l'assistenza.", "The inner bus is stuck. Motors off, cards where they are. Switch off and on; if it comes back, call service."),
    ("Il bus del tavolo è bloccato. Motori fermi, carte ferme. Controllare i cavi dei pannelli, uno alla volta.", "The table bus is stuck. Motors off, cards where they are. Unplug the panels' cables one by one, then plug them in again."),
    ("Due ordini perduti in una sessione. Nessuna nuova mano. Chiamare l'assistenza, che apre il coperchio e gira la chiave del floor.", "Two orders were lost in one session. No new hand. Call service, who opens the lid and turns the floor key."),
    ("La corrente sta mancando. Movimenti finiti, tutto è scritto. Controllare l'alimentazione; quando torna si continua.", "The supply is failing. Motions ended, everything is written. Check the supply; play goes on when it is back."),
    ("Tre avvii falliti. Solo il collegamento è acceso, niente si muove. Chiamare l'assistenza; la chiave del floor riprova.", "Three starts failed. Only the link is on, nothing moves. Call service; turning the floor key tries again."),
    ("Il programma si è fermato da solo. Motori fermi, carte ferme. Chiamare il floor e l'assistenza; le carte restano dove sono.", "The firmware stopped itself. Motors off, cards where they are. Call the floor and service; leave every card where it lies."),
    ("Il coperchio è aperto. Le carte aspettano. Chiuderlo.", "The lid is open. The cards wait. Close it."),
    ("La chiave del floor è girata da un minuto. Rimetterla a posto; se non basta, controllare il filo.", "The floor key has been held for a minute. Turn it back; if it is back, check its wire."),
    ("Il controllore si era fermato ed è ripartito da solo. Se si ripete, chiamare l'assistenza.", "The controller stood still and was started again by its watchdog. If it comes back, call service."),
)
# IRREGULARITIES[id] = (Italian, English)
IRREGULARITIES: tuple[tuple[str, str], ...] = (
    ("", ""),
    ("Carta al posto sbagliato", "Card at the wrong place"),
    ("Due carte uguali", "Two equal cards"),
    ("Slot già servito", "Slot already dealt"),
    ("Faccia di un'altra carta", "Face of another card"),
    ("Carta uscita senza comando", "Card left without command"),
    ("Carta non arrivata", "Card did not arrive"),
    ("Manca una carta", "A card is missing"),
    ("Due carte insieme", "Two cards together"),
    ("Carta scoperta", "Card exposed"),
    ("Carta illeggibile o estranea", "Card unreadable or foreign"),
)
