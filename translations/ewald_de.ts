<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE">
<context>
    <name>Advice</name>
    <message>
        <source>reading</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>decoding</source>
        <translation>Dekodieren</translation>
    </message>
    <message>
        <source>preparing frames</source>
        <translation>Bilder vorbereiten</translation>
    </message>
    <message>
        <source>transfer to the device</source>
        <translation>Übertragung zum Gerät</translation>
    </message>
    <message>
        <source>frames and FFT</source>
        <translation>Bilder und FFT</translation>
    </message>
    <message>
        <source>updates</source>
        <translation>Aktualisierungen</translation>
    </message>
    <message>
        <source>integrating</source>
        <translation>Integrieren</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>Verständigung</translation>
    </message>
    <message>
        <source>waiting for the writing</source>
        <translation>Warten auf das Schreiben</translation>
    </message>
    <message>
        <source>previews and checkpoints</source>
        <translation>Vorschauen und Zwischenstände</translation>
    </message>
    <message>
        <source>other</source>
        <translation>Übriges</translation>
    </message>
    <message>
        <source>Other programs use %1 of %2 cores</source>
        <translation>Andere Programme nutzen %1 von %2 Kernen</translation>
    </message>
    <message>
        <source>Another program (%3) uses %1 of %2 cores</source>
        <translation>Ein anderes Programm (%3) nutzt %1 von %2 Kernen</translation>
    </message>
    <message>
        <source>Waiting for the slowest worker takes %1 % of the time</source>
        <translation>Warten auf den langsamsten Arbeiter: %1 % der Zeit</translation>
    </message>
    <message>
        <source>Waiting for the slowest device (%2) takes %1 % of the time</source>
        <translation>Warten auf das langsamste Gerät (%2): %1 % der Zeit</translation>
    </message>
    <message>
        <source>Memory is short: %1 of %2 left</source>
        <translation>Der Speicher ist knapp: %1 von %2 frei</translation>
    </message>
    <message>
        <source>The disk of the result is nearly full: %1 left</source>
        <translation>Der Datenträger des Ergebnisses ist fast voll: noch %1 frei</translation>
    </message>
    <message>
        <source>Reading takes %1 % of the time</source>
        <translation>Das Lesen braucht %1 % der Zeit</translation>
    </message>
    <message>
        <source>Decoding takes %1 % of the time</source>
        <translation>Das Dekodieren braucht %1 % der Zeit</translation>
    </message>
    <message>
        <source>Preparing the frames takes %1 % of the time</source>
        <translation>Das Vorbereiten der Bilder braucht %1 % der Zeit</translation>
    </message>
    <message>
        <source>Sending frames to the device takes %1 % of the time</source>
        <translation>Das Senden der Bilder an das Gerät braucht %1 % der Zeit</translation>
    </message>
    <message>
        <source>Updates of object and probe take %1 % of the time</source>
        <translation>Die Aktualisierung von Objekt und Sonde braucht %1 % der Zeit</translation>
    </message>
    <message>
        <source>Communication between the devices takes %1 % of the time</source>
        <translation>Die Verständigung zwischen den Geräten braucht %1 % der Zeit</translation>
    </message>
    <message>
        <source>Waiting for the result to be written takes %1 % of the time</source>
        <translation>Das Warten auf das Schreiben des Ergebnisses braucht %1 % der Zeit</translation>
    </message>
    <message>
        <source>Previews and checkpoints take %1 % of the time</source>
        <translation>Vorschauen und Zwischenstände brauchen %1 % der Zeit</translation>
    </message>
    <message>
        <source>Computing on the processor; there is a GPU that could do it</source>
        <translation>Es wird auf dem Prozessor gerechnet; eine GPU ist vorhanden, die es könnte</translation>
    </message>
    <message>
        <source>Nothing holds it back: computing takes %1 % of the time</source>
        <translation>Nichts hält es auf: Das Rechnen braucht %1 % der Zeit</translation>
    </message>
    <message>
        <source>Show devices</source>
        <translation>Geräte zeigen</translation>
    </message>
    <message>
        <source>Read with %1 workers</source>
        <translation>Mit %1 Arbeitern lesen</translation>
    </message>
    <message>
        <source>Keep the frames in memory</source>
        <translation>Bilder im Speicher behalten</translation>
    </message>
    <message>
        <source>Batch size %1</source>
        <translation>Stapelgröße %1</translation>
    </message>
    <message>
        <source>A preview every %1 s</source>
        <translation>Eine Vorschau alle %1 s</translation>
    </message>
    <message>
        <source>%1 %2 %</source>
        <translation>%1 %2 %</translation>
    </message>
    <message>
        <source>A queued job uses %1 of %2 cores</source>
        <translation>Ein Auftrag der Warteschlange nutzt %1 von %2 Kernen</translation>
    </message>
    <message>
        <source>The window of Ewald uses %1 of %2 cores</source>
        <translation>Das Fenster von Ewald nutzt %1 von %2 Kernen</translation>
    </message>
</context>
<context>
    <name>Calibrants</name>
    <message>
        <source>silver behenate</source>
        <translation>Silberbehenat</translation>
    </message>
    <message>
        <source>1-tetradecanol</source>
        <translation>1-Tetradecanol</translation>
    </message>
    <message>
        <source>diamond</source>
        <translation>Diamant</translation>
    </message>
    <message>
        <source>TiO₂ (rutile)</source>
        <translation>TiO₂ (Rutil)</translation>
    </message>
    <message>
        <source>TiO₂ (NIST SRM 674b, rutile)</source>
        <translation>TiO₂ (NIST SRM 674b, Rutil)</translation>
    </message>
    <message>
        <source>SiO₂ (α-quartz)</source>
        <translation>SiO₂ (α-Quarz)</translation>
    </message>
</context>
<context>
    <name>Changes</name>
    <message>
        <source>on</source>
        <translation>an</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>Added: %1</source>
        <translation>Hinzugefügt: %1</translation>
    </message>
    <message>
        <source>Left out: %1</source>
        <translation>Ausgelassen: %1</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Iterations</source>
        <translation>Iterationen</translation>
    </message>
    <message>
        <source>%1, %2 {iteration|iterations}</source>
        <translation>%1, %2 {Iteration|Iterationen}</translation>
    </message>
</context>
<context>
    <name>Core</name>
    <message>
        <source>%1 % of the pixels are masked: check the mask, it may mark the good pixels</source>
        <translation>%1 % der Pixel sind maskiert: Maske prüfen, vielleicht kennzeichnet sie die guten Pixel</translation>
    </message>
    <message>
        <source>%1 %2 could be read by rows or by columns; taken as one row a frame</source>
        <translation>%1 %2 ließe sich zeilen- oder spaltenweise lesen; als eine Zeile je Bild genommen</translation>
    </message>
    <message>
        <source>%1 %2 does not belong to frames of %3 × %4 pixels; it is not used</source>
        <translation>%1 %2 gehört nicht zu Bildern mit %3 × %4 Pixeln; wird nicht verwendet</translation>
    </message>
    <message>
        <source>%1 %2 has %3 channels (thresholds); channel %4 is taken</source>
        <translation>%1 %2 hat %3 Kanäle (Schwellen); Kanal %4 wird genommen</translation>
    </message>
    <message>
        <source>%1 %2 holds frames too; %3 is used: choose otherwise with an import mapping</source>
        <translation>%1 %2 enthält auch Bilder; %3 wird verwendet: mit einer Import-Zuordnung anders wählbar</translation>
    </message>
    <message>
        <source>%1 %2 holds one position for %3 frame</source>
        <translation>%1 %2 enthält eine Position für %3 Bild</translation>
    </message>
    <message>
        <source>%1 %2 holds one position for %3 frames</source>
        <translation>%1 %2 enthält eine Position für %3 Bilder</translation>
    </message>
    <message>
        <source>%1 %2 only makes sense with rows and columns exchanged; read that way</source>
        <translation>%1 %2 ist nur mit vertauschten Zeilen und Spalten sinnvoll; so gelesen</translation>
    </message>
    <message>
        <source>%1 = %2 has no unit and makes no sense in %3; taken as %4: %5 keV</source>
        <translation>%1 = %2 hat keine Einheit und ist in %3 nicht sinnvoll; als %4 genommen: %5 keV</translation>
    </message>
    <message>
        <source>%1 are free in the computer</source>
        <translation>%1 sind im Rechner frei</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 Byte</translation>
    </message>
    <message>
        <source>%1 bytes are no whole number of elements of %2 bytes</source>
        <translation>%1 Byte sind keine ganze Zahl von Elementen mit %2 Byte</translation>
    </message>
    <message>
        <source>%1 bytes expected at byte %2, only %3 left</source>
        <translation>%1 Byte ab Byte %2 erwartet, nur %3 übrig</translation>
    </message>
    <message>
        <source>%1 bytes instead of %2</source>
        <translation>%1 Byte statt %2</translation>
    </message>
    <message>
        <source>%1 cannot be opened (%2)</source>
        <translation>%1 lässt sich nicht öffnen (%2)</translation>
    </message>
    <message>
        <source>%1 cannot be read and is not used: %2</source>
        <translation>%1 lässt sich nicht lesen und wird nicht verwendet: %2</translation>
    </message>
    <message>
        <source>%1 data files at the end are not there (%2); the frames before are used</source>
        <translation>%1 Datendateien am Ende fehlen (%2); die Bilder davor werden verwendet</translation>
    </message>
    <message>
        <source>%1 did not arrive at &apos;%2&apos; within %3</source>
        <translation>%1 ist nicht binnen %3 bei „%2“ angekommen</translation>
    </message>
    <message>
        <source>%1 failed: </source>
        <translation>%1 misslang: </translation>
    </message>
    <message>
        <source>%1 failed: %2</source>
        <translation>%1 misslang: %2</translation>
    </message>
    <message>
        <source>%1 for worker %2</source>
        <translation>%1 für Arbeiter %2</translation>
    </message>
    <message>
        <source>%1 frame has no finite position (first: %2) in %3; ignored</source>
        <translation>%1 Bild hat keine endliche Position (das erste: %2) in %3; übergangen</translation>
    </message>
    <message>
        <source>%1 frames have no finite position (first: %2) in %3; ignored</source>
        <translation>%1 Bilder haben keine endliche Position (das erste: %2) in %3; übergangen</translation>
    </message>
    <message>
        <source>%1 has no effect on %2</source>
        <translation>%1 hat keine Wirkung auf %2</translation>
    </message>
    <message>
        <source>%1 has not answered for %2</source>
        <translation>%1 hat seit %2 nicht geantwortet</translation>
    </message>
    <message>
        <source>%1 has the shape %2 for %3 frame</source>
        <translation>%1 hat die Form %2 für %3 Bild</translation>
    </message>
    <message>
        <source>%1 has the shape %2 for %3 frames</source>
        <translation>%1 hat die Form %2 für %3 Bilder</translation>
    </message>
    <message>
        <source>%1 have saturated pixels (≥ %2 counts), ignored in those frames</source>
        <translation>%1 haben gesättigte Pixel (≥ %2 Zählwerte), die in diesen Bildern übergangen werden</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 in %2</translation>
    </message>
    <message>
        <source>%1 is %2, but has to be positive</source>
        <translation>%1 ist %2, muss aber positiv sein</translation>
    </message>
    <message>
        <source>%1 is empty</source>
        <translation>%1 ist leer</translation>
    </message>
    <message>
        <source>%1 is in %2 and not used: photons of diffraction have keV, the electrons of the ring MeV or GeV</source>
        <translation>%1 ist in %2 und wird nicht verwendet: Photonen der Beugung haben keV, die Elektronen des Rings MeV oder GeV</translation>
    </message>
    <message>
        <source>%1 is in a format that is newer than Ewald&apos;s HDF5 library (%2)</source>
        <translation>%1 hat ein Format, das neuer ist als Ewalds HDF5-Bibliothek (%2)</translation>
    </message>
    <message>
        <source>%1 is of the type %2, not of numbers</source>
        <translation>%1 ist vom Typ %2, nicht aus Zahlen</translation>
    </message>
    <message>
        <source>%1 is stored as %2, frames are real numbers</source>
        <translation>%1 ist als %2 gespeichert, Bilder sind reelle Zahlen</translation>
    </message>
    <message>
        <source>%1 is there</source>
        <translation>%1 ist da</translation>
    </message>
    <message>
        <source>%1 modules stitched at (row, column)%2</source>
        <translation>%1 Module zusammengesetzt bei (Zeile, Spalte)%2</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 of %2 bytes</source>
        <translation>%1 von %2 Byte</translation>
    </message>
    <message>
        <source>%1 of %2 files cannot be read; their frames are left empty</source>
        <translation>%1 von %2 Dateien lassen sich nicht lesen; ihre Bilder bleiben leer</translation>
    </message>
    <message>
        <source>%1 of %2 frames</source>
        <translation>%1 von %2 Bildern</translation>
    </message>
    <message>
        <source>%1 of %2 frames are empty: was the shutter open?</source>
        <translation>%1 von %2 Bildern sind leer: War der Verschluss offen?</translation>
    </message>
    <message>
        <source>%1 in the PONI file is %2 %3, which is impossible</source>
        <translation>%1 in der PONI-Datei ist %2 %3, was unmöglich ist</translation>
    </message>
    <message>
        <source>%1 turns the detector by %2 degrees around the sample: the distance and the beam centre of the file do not say where it is, and are not used; give a PONI file</source>
        <translation>%1 dreht den Detektor um %2 Grad um die Probe: Abstand und Strahlmitte der Datei sagen nicht, wo er ist, und werden nicht verwendet; eine PONI-Datei angeben</translation>
    </message>
    <message>
        <source>belongs to another build (%1), this is %2</source>
        <translation>gehört zu einem anderen Programmstand (%1), dies ist %2</translation>
    </message>
    <message>
        <source>cannot be loaded: %1</source>
        <translation>nicht ladbar: %1</translation>
    </message>
    <message>
        <source>cannot be read: %1</source>
        <translation>nicht lesbar: %1</translation>
    </message>
    <message>
        <source>cannot write: this file belongs to the queue</source>
        <translation>Schreiben nicht möglich: Diese Datei gehört der Warteschlange</translation>
    </message>
    <message>
        <source>correct the frames for the distortion first (pyFAI does), and use a PONI file without it</source>
        <translation>die Bilder erst entzerren (pyFAI kann das) und eine PONI-Datei ohne diese Angabe verwenden</translation>
    </message>
    <message>
        <source>driver not found</source>
        <translation>kein Treiber gefunden</translation>
    </message>
    <message>
        <source>hardly a pixel is left: is 0 a bad pixel in the mask file? Then exchange 0 and 1</source>
        <translation>Es bleibt kaum ein Pixel übrig: Heißt 0 in der Maskendatei schlecht? Dann 0 und 1 vertauschen</translation>
    </message>
    <message>
        <source>has more than %1 levels of objects and lists</source>
        <translation>hat mehr als %1 Ebenen von Objekten und Listen</translation>
    </message>
    <message>
        <source>is incomplete; install it again</source>
        <translation>ist unvollständig; neu installieren</translation>
    </message>
    <message>
        <source>is no module of Ewald (no function %1)</source>
        <translation>ist kein Modul von Ewald (keine Funktion %1)</translation>
    </message>
    <message>
        <source>is no module of Ewald (no id)</source>
        <translation>ist kein Modul von Ewald (keine Kennung)</translation>
    </message>
    <message>
        <source>is no module of Ewald (no shared object)</source>
        <translation>ist kein Modul von Ewald (keine gemeinsam genutzte Bibliothek)</translation>
    </message>
    <message>
        <source>is not loaded: %1 belongs to another user (%2); chown it to root or to you</source>
        <translation>nicht geladen: %1 gehört einem anderen Benutzer (%2); mit chown root oder sich selbst zuordnen</translation>
    </message>
    <message>
        <source>is not loaded: %1 is writable by everyone; chmod o-w</source>
        <translation>nicht geladen: %1 ist für alle beschreibbar; chmod o-w</translation>
    </message>
    <message>
        <source>is not loaded: %1 must be an absolute path</source>
        <translation>nicht geladen: %1 muss ein absoluter Pfad sein</translation>
    </message>
    <message>
        <source>it is an angle in radians between -pi and pi: take away whole turns, or convert it from degrees</source>
        <translation>es ist ein Winkel in Radiant zwischen -pi und pi: ganze Umdrehungen abziehen oder von Grad umrechnen</translation>
    </message>
    <message>
        <source>it is given in metres: 1e-10 is one angstrom</source>
        <translation>sie wird in Metern angegeben: 1e-10 ist ein Ångström</translation>
    </message>
    <message>
        <source>its pixels are hexagons</source>
        <translation>seine Pixel sind Sechsecke</translation>
    </message>
    <message>
        <source>move that file</source>
        <translation>verschieben Sie diese Datei</translation>
    </message>
    <message>
        <source>name one of them, or save the array alone with numpy.save</source>
        <translation>eines davon nennen oder das Feld allein mit numpy.save speichern</translation>
    </message>
    <message>
        <source>needs %1, which is missing; install the package %2</source>
        <translation>braucht %1, die fehlt; das Paket %2 installieren</translation>
    </message>
    <message>
        <source>needs %1, which is missing; install the package that has it</source>
        <translation>braucht %1, die fehlt; das Paket installieren, das sie enthält</translation>
    </message>
    <message>
        <source>no CUDA device</source>
        <translation>keine GPU für CUDA</translation>
    </message>
    <message>
        <source>no such device (%1)</source>
        <translation>kein solches Gerät (%1)</translation>
    </message>
    <message>
        <source>save it again with numpy.savez</source>
        <translation>mit numpy.savez neu speichern</translation>
    </message>
    <message>
        <source>save the array alone with numpy.save</source>
        <translation>das Feld allein mit numpy.save speichern</translation>
    </message>
    <message>
        <source>the HDF5 file is damaged in its first bytes</source>
        <translation>Die HDF5-Datei ist in ihren ersten Bytes beschädigt</translation>
    </message>
    <message>
        <source>the NPZ archive has the arrays %1</source>
        <translation>Das NPZ-Archiv hat die Felder %1</translation>
    </message>
    <message>
        <source>the NPZ archive is damaged</source>
        <translation>Das NPZ-Archiv ist beschädigt</translation>
    </message>
    <message>
        <source>the NPZ archive is larger than 2 GiB</source>
        <translation>Das NPZ-Archiv ist größer als 2 GiB</translation>
    </message>
    <message>
        <source>the PONI file says that %1 describes where the pixels are, which is not read</source>
        <translation>Laut der PONI-Datei beschreibt %1, wo die Pixel liegen; das wird nicht gelesen</translation>
    </message>
    <message>
        <source>the detector %1 is not supported: %2</source>
        <translation>Der Detektor %1 wird nicht unterstützt: %2</translation>
    </message>
    <message>
        <source>the detector %1 of the PONI file is not supported: %2</source>
        <translation>Der Detektor %1 der PONI-Datei wird nicht unterstützt: %2</translation>
    </message>
    <message>
        <source>the detector is %1 m away by %2: check its unit</source>
        <translation>Der Detektor ist laut %2 %1 m entfernt: die Einheit prüfen</translation>
    </message>
    <message>
        <source>the distance in the PONI file is not positive: Distance is %1 m</source>
        <translation>der Abstand in der PONI-Datei ist nicht positiv: Distance ist %1 m</translation>
    </message>
    <message>
        <source>correct this line: the distance from the sample to the detector in metres</source>
        <translation>diese Zeile berichtigen: der Abstand von der Probe zum Detektor in Metern</translation>
    </message>
    <message>
        <source>the driver is for %1, this program needs one for %2</source>
        <translation>der Treiber ist für %1, dieses Programm braucht einen für %2</translation>
    </message>
    <message>
        <source>the dummy %1 takes %2 of %3 pixels of frame %4</source>
        <translation>Der Dummy-Wert %1 nimmt %2 von %3 Pixeln von Bild %4 aus</translation>
    </message>
    <message>
        <source>the file is compressed by %1 as a whole</source>
        <translation>Die Datei ist als Ganzes mit %1 komprimiert</translation>
    </message>
    <message>
        <source>the frames lie on their side: write them as the detector has them, or make a PONI file for them as they are</source>
        <translation>Die Bilder liegen auf der Seite: so schreiben, wie der Detektor sie hat, oder eine PONI-Datei für sie machen, wie sie sind</translation>
    </message>
    <message>
        <source>the frames of the %1 are binned by %2, which its maker does not offer: pixels of %3</source>
        <translation>Die Bilder des %1 sind %2-fach gebinnt, was der Hersteller nicht anbietet: Pixel von %3</translation>
    </message>
    <message>
        <source>the frames of the %1 have %2 x %3 pixels of %4</source>
        <translation>Die Bilder des %1 haben %2 x %3 Pixel von %4</translation>
    </message>
    <message>
        <source>the geometry has pixels of %1, the %2 has pixels of %3: check both</source>
        <translation>Die Geometrie hat Pixel von %1, der %2 hat Pixel von %3: beides prüfen</translation>
    </message>
    <message>
        <source>the lower threshold %1 takes %2 of %3 pixels of frame %4</source>
        <translation>Die untere Schwelle %1 nimmt %2 von %3 Pixeln von Bild %4 aus</translation>
    </message>
    <message>
        <source>the mirror is hit at a grazing angle of %1°, half of the angle between the beam and the detector; Ewald reconstructs from %2° on</source>
        <translation>der Spiegel wird unter einem streifenden Winkel von %1° getroffen, der Hälfte des Winkels zwischen Strahl und Detektor; Ewald rekonstruiert ab %2°</translation>
    </message>
    <message>
        <source>move the detector to %1° at least, or correct detector_angle_deg</source>
        <translation>den Detektor auf mindestens %1° stellen oder detector_angle_deg berichtigen</translation>
    </message>
    <message>
        <source>the basis vectors %1 are parallel, so they give no plane of a detector; they are not used and the default orientation is assumed</source>
        <translation>die Basisvektoren %1 sind parallel und ergeben keine Ebene eines Detektors; sie werden nicht verwendet und die übliche Lage wird angenommen</translation>
    </message>
    <message>
        <source>the basis vectors %1 are %2° apart instead of 90°: check the orientation of the detector</source>
        <translation>die Basisvektoren %1 schließen %2° statt 90° ein: die Lage des Detektors prüfen</translation>
    </message>
    <message>
        <source>the basis vectors %1 are %2 and %3 long, and the pixels of the file %4 × %5; the sizes of the pixels are used, of the vectors only their directions</source>
        <translation>die Basisvektoren %1 sind %2 und %3 lang, die Pixel der Datei %4 × %5; verwendet werden die Pixelgrößen, von den Vektoren nur die Richtungen</translation>
    </message>
    <message>
        <source>the basis vectors %1 put an axis of the detector along the beam (z): check the orientation of the detector</source>
        <translation>die Basisvektoren %1 legen eine Achse des Detektors in den Strahl (z): die Lage des Detektors prüfen</translation>
    </message>
    <message>
        <source>%1: %2 has no effect on the image of one frame with a known probe: leave it out</source>
        <translation>%1: %2 hat auf das Bild eines einzelnen Bildes mit bekannter Sonde keine Wirkung: weglassen</translation>
    </message>
    <message>
        <source>slice_spacing_m has no effect on one slice: set slices to 2 or more</source>
        <translation>slice_spacing_m hat bei einer Schicht keine Wirkung: slices auf 2 oder mehr setzen</translation>
    </message>
    <message>
        <source>%1 slices, %2 apart, are %3 deep and reach the detector, which is %4 away</source>
        <translation>%1 Schichten im Abstand von %2 sind %3 tief und reichen bis zum Detektor, der %4 entfernt ist</translation>
    </message>
    <message>
        <source>give the distance from one slice to the next in metres</source>
        <translation>den Abstand von einer Schicht zur nächsten in Metern angeben</translation>
    </message>
    <message>
        <source>the name of the checkpoint belongs to a file that is none</source>
        <translation>Der Name des Zwischenstands gehört einer Datei, die keiner ist</translation>
    </message>
    <message>
        <source>the slices are %1 deep, and the depth of field is %2: the detector cannot tell them apart; set slices to 1, or correct slice_spacing_m</source>
        <translation>die Schichten sind %1 tief, und die Schärfentiefe ist %2: Der Detektor kann sie nicht unterscheiden; slices auf 1 setzen oder slice_spacing_m berichtigen</translation>
    </message>
    <message>
        <source>is no job document and no file with frames</source>
        <translation>ist kein Auftrag und keine Datei mit Bildern</translation>
    </message>
    <message>
        <source>%1 radial bins for a frame of %2 pixels from corner to corner: most bins share a pixel or are empty; lower npt</source>
        <translation>%1 radiale Klassen für ein Bild von %2 Pixeln von Ecke zu Ecke: Die meisten Klassen teilen sich ein Pixel oder sind leer; npt verkleinern</translation>
    </message>
    <message>
        <source>the file is cut off: the last %1 of %2 frames are not there; the patterns of the others are saved</source>
        <translation>die Datei ist abgeschnitten: Die letzten %1 von %2 Bildern fehlen; die Diagramme der übrigen sind gespeichert</translation>
    </message>
    <message>
        <source>copy the input again from its source and integrate it with --overwrite</source>
        <translation>die Eingabe neu von ihrer Quelle kopieren und mit --overwrite integrieren</translation>
    </message>
    <message>
        <source>%1 of %2 frames could not be read; their patterns are not a number</source>
        <translation>%1 von %2 Bildern ließen sich nicht lesen; ihre Diagramme sind keine Zahlen</translation>
    </message>
    <message>
        <source>%1 of %2 frames that were looked at cannot be read</source>
        <translation>%1 von %2 betrachteten Bildern lassen sich nicht lesen</translation>
    </message>
    <message>
        <source>%1 of %2 pixels are masked</source>
        <translation>%1 von %2 Pixeln sind maskiert</translation>
    </message>
    <message>
        <source>%1 of %2 pixels are masked, also by the data file (file_mask=false counts what it marks as bad)</source>
        <translation>%1 von %2 Pixeln sind maskiert, auch durch die Datendatei (file_mask=false zählt, was sie als schlecht kennzeichnet)</translation>
    </message>
    <message>
        <source>%1 of %2 pixels are not finite (NaN or infinite)</source>
        <translation>%1 von %2 Pixeln sind nicht endlich (NaN oder unendlich)</translation>
    </message>
    <message>
        <source>%1 pixels do not divide by %2; %3 are used</source>
        <translation>%1 Pixel sind nicht durch %2 teilbar; %3 werden verwendet</translation>
    </message>
    <message>
        <source>%1 says %2 %3, which is %4 keV: no X-ray energy; set the photon energy by hand if this is wrong</source>
        <translation>%1 sagt %2 %3, das sind %4 keV: keine Röntgenenergie; wenn das falsch ist, Photonenenergie von Hand setzen</translation>
    </message>
    <message>
        <source>%1 started %2 processes</source>
        <translation>%1 hat %2 Prozesse gestartet</translation>
    </message>
    <message>
        <source>%1 varies from %2 to %3 during the scan; the median %4 is used for all frames</source>
        <translation>%1 schwankt während des Scans von %2 bis %3; für alle Bilder gilt der Median %4</translation>
    </message>
    <message>
        <source>%1%2 is in the file and not applied</source>
        <translation>%1%2 steht in der Datei und wird nicht angewendet</translation>
    </message>
    <message>
        <source>%1, but %2 has %3</source>
        <translation>%1, aber %2 hat %3</translation>
    </message>
    <message>
        <source>%1, but MPI cannot be used: %2</source>
        <translation>%1, aber MPI ist nicht verwendbar: %2</translation>
    </message>
    <message>
        <source>%1, or copy it again from its source</source>
        <translation>%1, oder noch einmal von der Quelle kopieren</translation>
    </message>
    <message>
        <source>%1, or write it with libver=&quot;v110&quot; of h5py</source>
        <translation>%1, oder mit libver=&quot;v110&quot; von h5py schreiben</translation>
    </message>
    <message>
        <source>%1: frames %2 to %3 of %4 cannot be read</source>
        <translation>%1: Bilder %2 bis %3 von %4 lassen sich nicht lesen</translation>
    </message>
    <message>
        <source>%1: its monitor is no positive number; divide by another monitor</source>
        <translation>%1: Der Monitor ist keine positive Zahl; durch einen anderen Monitor teilen</translation>
    </message>
    <message>
        <source>%1: one of the two datasets is the wrong one</source>
        <translation>%1: Einer der beiden Datensätze ist der falsche</translation>
    </message>
    <message>
        <source>%1: put the file there or open the one that holds the frames</source>
        <translation>%1: Die Datei dorthin legen oder die öffnen, die die Bilder enthält</translation>
    </message>
    <message>
        <source>%1; its partner (%2) is not in the same folder</source>
        <translation>%1; die zugehörige Datei (%2) liegt nicht im selben Ordner</translation>
    </message>
    <message>
        <source>%1; several files could be its partner: %2, %3</source>
        <translation>%1; mehrere Dateien könnten dazugehören: %2, %3</translation>
    </message>
    <message>
        <source>%1; then say which dataset is what with an import mapping</source>
        <translation>%1; dann mit einer Import-Zuordnung angeben, welcher Datensatz was ist</translation>
    </message>
    <message>
        <source>%1; trying a smaller plan</source>
        <translation>%1; ein kleinerer Plan wird versucht</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a number</source>
        <translation>„%1“ ist keine Zahl</translation>
    </message>
    <message>
        <source>* stands for any text, ? for one character, # for digits</source>
        <translation>* steht für beliebigen Text, ? für ein Zeichen, # für Ziffern</translation>
    </message>
    <message>
        <source>, complex</source>
        <translation>, komplex</translation>
    </message>
    <message>
        <source>, floating point</source>
        <translation>, Gleitkomma</translation>
    </message>
    <message>
        <source>, however short the steps are</source>
        <translation>, so kurz die Schritte auch sind</translation>
    </message>
    <message>
        <source>.fxye holds angles, and the result has distances on the detector</source>
        <translation>.fxye enthält Winkel, und das Ergebnis hat Abstände auf dem Detektor</translation>
    </message>
    <message>
        <source>.fxye holds angles, and the result has neither angles nor a wavelength</source>
        <translation>.fxye enthält Winkel, und das Ergebnis hat weder Winkel noch eine Wellenlänge</translation>
    </message>
    <message>
        <source>0.5 and 0.5 give the median</source>
        <translation>„0.5, 0.5“ ergibt den Median</translation>
    </message>
    <message>
        <source>5 is usual</source>
        <translation>5 ist üblich</translation>
    </message>
    <message>
        <source>; back to the state after iteration %1, with %2 times the steps asked for</source>
        <translation>; zurück zum Stand nach Iteration %1, mit dem %2-Fachen der verlangten Schritte</translation>
    </message>
    <message>
        <source>the thresholds leave no counts between them</source>
        <translation>Zwischen den Schwellen bleiben keine Zählwerte</translation>
    </message>
    <message>
        <source>the upper threshold %1 takes %2 of %3 pixels of frame %4</source>
        <translation>Die obere Schwelle %1 nimmt %2 von %3 Pixeln von Bild %4 aus</translation>
    </message>
    <message>
        <source>the wavelength of the file is %1; its energy is used (%2 keV)</source>
        <translation>die Wellenlänge der Datei ist %1; ihre Energie wird verwendet (%2 keV)</translation>
    </message>
    <message>
        <source>scan position %1 (x %2 m, y %3 m) lies far from all others</source>
        <translation>Scanposition %1 (x %2 m, y %3 m) liegt weit von allen anderen entfernt</translation>
    </message>
    <message>
        <source>correct the file, or leave the frame out (excluded_frames)</source>
        <translation>die Datei berichtigen oder das Bild auslassen (excluded_frames)</translation>
    </message>
    <message>
        <source>Are the positions in µm or mm rather than m? Check energy, distance and pixel size, too</source>
        <translation>Sind die Positionen in µm oder mm statt m? Auch Energie, Abstand und Pixelgröße prüfen</translation>
    </message>
    <message>
        <source>Ewald does not write %1 data</source>
        <translation>Ewald schreibt keine Daten mit %1</translation>
    </message>
    <message>
        <source>NCCL cannot be used: %1</source>
        <translation>NCCL ist nicht verwendbar: %1</translation>
    </message>
    <message>
        <source>PONI files of version %1 are not known</source>
        <translation>PONI-Dateien der Version %1 sind nicht bekannt</translation>
    </message>
    <message>
        <source>[&quot;a.h5&quot;, &quot;b.h5&quot;]</source>
        <translation>[&quot;a.h5&quot;, &quot;b.h5&quot;]</translation>
    </message>
    <message>
        <source>[{&quot;engine&quot;: &quot;rpie&quot;, &quot;iterations&quot;: 100}]</source>
        <translation>[{&quot;engine&quot;: &quot;rpie&quot;, &quot;iterations&quot;: 100}]</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a number for %2</source>
        <translation>„%1“ ist keine Zahl für %2</translation>
    </message>
    <message>
        <source>a FIFO (a named pipe)</source>
        <translation>einem FIFO (benannte Pipe)</translation>
    </message>
    <message>
        <source>a PONI file is a short text</source>
        <translation>eine PONI-Datei ist ein kurzer Text</translation>
    </message>
    <message>
        <source>a basis vector of the detector has no length</source>
        <translation>ein Basisvektor des Detektors hat keine Länge</translation>
    </message>
    <message>
        <source>a block cannot be decoded (compressor %1)</source>
        <translation>ein Block lässt sich nicht entpacken (Verfahren %1)</translation>
    </message>
    <message>
        <source>a block decodes to %1 bytes instead of %2</source>
        <translation>ein Block ergibt entpackt %1 Byte statt %2</translation>
    </message>
    <message>
        <source>a block does not decode to its %1 bytes</source>
        <translation>ein Block ergibt entpackt nicht seine %1 Byte</translation>
    </message>
    <message>
        <source>a block is too short for what it should hold</source>
        <translation>ein Block ist zu kurz für seinen Inhalt</translation>
    </message>
    <message>
        <source>a block of more than 2 GiB</source>
        <translation>ein Block mit mehr als 2 GiB</translation>
    </message>
    <message>
        <source>a cake does not fit into a .%1 file</source>
        <translation>ein Cake passt nicht in eine .%1-Datei</translation>
    </message>
    <message>
        <source>a checkpoint of another version of Ewald</source>
        <translation>ein Zwischenstand einer anderen Version von Ewald</translation>
    </message>
    <message>
        <source>a dataset is missing</source>
        <translation>ein Datensatz fehlt</translation>
    </message>
    <message>
        <source>a dataset with more than 32 filters</source>
        <translation>ein Datensatz mit mehr als 32 Filtern</translation>
    </message>
    <message>
        <source>a detector in the beam is tilted by less</source>
        <translation>ein Detektor im Strahl ist weniger geneigt</translation>
    </message>
    <message>
        <source>a detector pixel is %1 wide: check its unit or set pixel_size_m</source>
        <translation>ein Detektorpixel ist %1 breit: Einheit prüfen oder pixel_size_m setzen</translation>
    </message>
    <message>
        <source>a device</source>
        <translation>einem Gerät</translation>
    </message>
    <message>
        <source>a device failed, the processor goes on: %1</source>
        <translation>ein Gerät hat versagt, der Prozessor macht weiter: %1</translation>
    </message>
    <message>
        <source>a file needs its path, such as ./%1</source>
        <translation>eine Datei braucht ihren Pfad, etwa ./%1</translation>
    </message>
    <message>
        <source>a folder</source>
        <translation>einem Ordner</translation>
    </message>
    <message>
        <source>a frame of another size than the others</source>
        <translation>ein Bild anderer Größe als die übrigen</translation>
    </message>
    <message>
        <source>a geometry needs distance, poni1, poni2 and rot1 to rot3</source>
        <translation>eine Geometrie braucht Abstand, poni1, poni2 und rot1 bis rot3</translation>
    </message>
    <message>
        <source>a job document is a JSON object</source>
        <translation>ein Auftragsdokument ist ein JSON-Objekt</translation>
    </message>
    <message>
        <source>a mapping belongs to jobs of the kind ptycho</source>
        <translation>eine Zuordnung gehört zu Aufträgen der Art ptycho</translation>
    </message>
    <message>
        <source>a match points before the start</source>
        <translation>ein Verweis zeigt vor den Anfang</translation>
    </message>
    <message>
        <source>a monitor can only be read from HDF5 files, this is none</source>
        <translation>ein Monitor lässt sich nur aus HDF5-Dateien lesen, dies ist keine</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>eine Zahl</translation>
    </message>
    <message>
        <source>a number (in %1, without the unit)</source>
        <translation>eine Zahl (in %1, ohne die Einheit)</translation>
    </message>
    <message>
        <source>a part of the scan cannot be reached</source>
        <translation>ein Teil des Scans ist nicht erreichbar</translation>
    </message>
    <message>
        <source>a row of %1 numbers in a table of %2 columns</source>
        <translation>eine Zeile mit %1 Zahlen in einer Tabelle mit %2 Spalten</translation>
    </message>
    <message>
        <source>a side of %1 pixels has the large prime factor %2 and makes Fourier transforms slow; crop_size can choose a better one</source>
        <translation>eine Seite von %1 Pixeln hat den großen Primfaktor %2 und macht Fourier-Transformationen langsam; mit crop_size lässt sich eine bessere wählen</translation>
    </message>
    <message>
        <source>a socket</source>
        <translation>einem Socket</translation>
    </message>
    <message>
        <source>a stack needs frames of one size and type</source>
        <translation>ein Stapel braucht Bilder gleicher Größe und gleichen Typs</translation>
    </message>
    <message>
        <source>a stack needs pages of one size and type</source>
        <translation>ein Stapel braucht Seiten gleicher Größe und gleichen Typs</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>eine ganze Zahl</translation>
    </message>
    <message>
        <source>a worker needs at least one frame</source>
        <translation>ein Arbeiter braucht mindestens ein Bild</translation>
    </message>
    <message>
        <source>aborted by request</source>
        <translation>auf Wunsch abgebrochen</translation>
    </message>
    <message>
        <source>absorption image</source>
        <translation>Absorptionsbild</translation>
    </message>
    <message>
        <source>add it, or set Parallax to False</source>
        <translation>ergänzen, oder Parallax auf False setzen</translation>
    </message>
    <message>
        <source>all frames are empty: the beam was off, or the threshold or mask takes everything</source>
        <translation>alle Bilder sind leer: Der Strahl war aus, oder Schwelle oder Maske nehmen alles weg</translation>
    </message>
    <message>
        <source>all frames are in memory</source>
        <translation>alle Bilder sind im Speicher</translation>
    </message>
    <message>
        <source>all pixels have the same radius</source>
        <translation>alle Pixel haben denselben Radius</translation>
    </message>
    <message>
        <source>all positions are equal (%1): nothing was scanned, or this is not the dataset of the positions</source>
        <translation>alle Positionen sind gleich (%1): Es wurde nichts abgerastert, oder dies ist nicht der Datensatz der Positionen</translation>
    </message>
    <message>
        <source>all scan positions are equal</source>
        <translation>alle Scanpositionen sind gleich</translation>
    </message>
    <message>
        <source>allow more (ulimit -v), crop or bin the frames, or use fewer of them</source>
        <translation>mehr erlauben (ulimit -v), die Bilder zuschneiden oder binnen oder weniger nehmen</translation>
    </message>
    <message>
        <source>allow more (ulimit -v); if it happens again, copy the file again from its source</source>
        <translation>mehr erlauben (ulimit -v); wenn es wieder geschieht, die Datei noch einmal von der Quelle kopieren</translation>
    </message>
    <message>
        <source>allow more (ulimit -v, ulimit -u), or use fewer workers</source>
        <translation>mehr erlauben (ulimit -v, ulimit -u) oder weniger Arbeiter verwenden</translation>
    </message>
    <message>
        <source>allow the program more (ulimit -v)</source>
        <translation>dem Programm mehr erlauben (ulimit -v)</translation>
    </message>
    <message>
        <source>allowed: %1 to %2</source>
        <translation>erlaubt: %1 bis %2</translation>
    </message>
    <message>
        <source>allowed: %1, or %2 to %3</source>
        <translation>erlaubt: %1, oder %2 bis %3</translation>
    </message>
    <message>
        <source>allowed: -89 to 89</source>
        <translation>erlaubt: -89 bis 89</translation>
    </message>
    <message>
        <source>allowed: 1 to 1000000</source>
        <translation>erlaubt: 1 bis 1000000</translation>
    </message>
    <message>
        <source>allowed: off, or -1 to 1</source>
        <translation>erlaubt: off, oder -1 bis 1</translation>
    </message>
    <message>
        <source>an area of %1×%2 pixels is too small for a ring correlation</source>
        <translation>eine Fläche von %1×%2 Pixeln ist zu klein für eine Ringkorrelation</translation>
    </message>
    <message>
        <source>an image without pixels</source>
        <translation>ein Bild ohne Pixel</translation>
    </message>
    <message>
        <source>an integration has no pipeline</source>
        <translation>eine Integration hat keinen Ablauf</translation>
    </message>
    <message>
        <source>announces %1 frames, more than the %2 that Ewald takes</source>
        <translation>kündigt %1 Bilder an, mehr als die %2, die Ewald nimmt</translation>
    </message>
    <message>
        <source>another run is writing this file</source>
        <translation>ein anderer Lauf schreibt diese Datei</translation>
    </message>
    <message>
        <source>another run is writing this file (%1)</source>
        <translation>ein anderer Lauf schreibt diese Datei (%1)</translation>
    </message>
    <message>
        <source>as many rows as columns</source>
        <translation>so viele Zeilen wie Spalten</translation>
    </message>
    <message>
        <source>as many x as y</source>
        <translation>so viele x wie y</translation>
    </message>
    <message>
        <source>ask for more iterations</source>
        <translation>mehr Iterationen verlangen</translation>
    </message>
    <message>
        <source>asked for</source>
        <translation>verlangt</translation>
    </message>
    <message>
        <source>at least 16 pixels a side are needed</source>
        <translation>mindestens 16 Pixel je Seite sind nötig</translation>
    </message>
    <message>
        <source>at most %1 elements make sense here</source>
        <translation>höchstens %1 Elemente sind hier sinnvoll</translation>
    </message>
    <message>
        <source>bad pixels are not row,column pairs</source>
        <translation>schlechte Pixel sind keine Paare Zeile,Spalte</translation>
    </message>
    <message>
        <source>both file and files are given</source>
        <translation>sowohl file als auch files sind angegeben</translation>
    </message>
    <message>
        <source>both objects have no contrast where it is well lit</source>
        <translation>beide Objekte haben im gut beleuchteten Bereich keinen Kontrast</translation>
    </message>
    <message>
        <source>both the energy and the wavelength are given</source>
        <translation>sowohl Energie als auch Wellenlänge sind angegeben</translation>
    </message>
    <message>
        <source>build with libbz2-dev or re-write the file</source>
        <translation>mit libbz2-dev übersetzen oder die Datei neu schreiben</translation>
    </message>
    <message>
        <source>byte-offset compression of real numbers makes no sense</source>
        <translation>Byte-Offset-Kompression reeller Zahlen ist nicht sinnvoll</translation>
    </message>
    <message>
        <source>bzip2 data, but Ewald was built without libbz2</source>
        <translation>bzip2-Daten, aber Ewald wurde ohne libbz2 übersetzt</translation>
    </message>
    <message>
        <source>cannot create a temporary folder</source>
        <translation>ein temporärer Ordner lässt sich nicht anlegen</translation>
    </message>
    <message>
        <source>cannot create the HDF5 file (%1)</source>
        <translation>die HDF5-Datei lässt sich nicht anlegen (%1)</translation>
    </message>
    <message>
        <source>cannot create the dataset</source>
        <translation>der Datensatz lässt sich nicht anlegen</translation>
    </message>
    <message>
        <source>cannot create the group</source>
        <translation>die Gruppe lässt sich nicht anlegen</translation>
    </message>
    <message>
        <source>cannot create the link</source>
        <translation>der Verweis lässt sich nicht anlegen</translation>
    </message>
    <message>
        <source>cannot create the virtual dataset</source>
        <translation>der virtuelle Datensatz lässt sich nicht anlegen</translation>
    </message>
    <message>
        <source>cannot make a file for the frames: %1</source>
        <translation>eine Datei für die Bilder lässt sich nicht anlegen: %1</translation>
    </message>
    <message>
        <source>cannot map the %1 of the frames: %2</source>
        <translation>die %1 der Bilder lassen sich nicht in den Speicher abbilden: %2</translation>
    </message>
    <message>
        <source>cannot open the HDF5 file (%1)</source>
        <translation>die HDF5-Datei lässt sich nicht öffnen (%1)</translation>
    </message>
    <message>
        <source>cannot open the dataset (%1)</source>
        <translation>der Datensatz lässt sich nicht öffnen (%1)</translation>
    </message>
    <message>
        <source>cannot read (%1)</source>
        <translation>Lesen misslang (%1)</translation>
    </message>
    <message>
        <source>cannot read the TIFF file</source>
        <translation>die TIFF-Datei lässt sich nicht lesen</translation>
    </message>
    <message>
        <source>cannot read the TIFF image</source>
        <translation>das TIFF-Bild lässt sich nicht lesen</translation>
    </message>
    <message>
        <source>cannot read the dataset (%1)</source>
        <translation>der Datensatz lässt sich nicht lesen (%1)</translation>
    </message>
    <message>
        <source>cannot read the file (%1)</source>
        <translation>die Datei lässt sich nicht lesen (%1)</translation>
    </message>
    <message>
        <source>cannot read the list of the virtual dataset (%1)</source>
        <translation>die Liste des virtuellen Datensatzes lässt sich nicht lesen (%1)</translation>
    </message>
    <message>
        <source>cannot start the process that reads HDF5 files (%1)</source>
        <translation>der Prozess, der HDF5-Dateien liest, lässt sich nicht starten (%1)</translation>
    </message>
    <message>
        <source>cannot write (%1)</source>
        <translation>Schreiben misslang (%1)</translation>
    </message>
    <message>
        <source>cannot write a chunk (%1)</source>
        <translation>ein Datenblock lässt sich nicht schreiben (%1)</translation>
    </message>
    <message>
        <source>cannot write into the folder (%1)</source>
        <translation>in den Ordner lässt sich nicht schreiben (%1)</translation>
    </message>
    <message>
        <source>cannot write the attribute %1</source>
        <translation>das Attribut %1 lässt sich nicht schreiben</translation>
    </message>
    <message>
        <source>cannot write the dataset (%1)</source>
        <translation>der Datensatz lässt sich nicht schreiben (%1)</translation>
    </message>
    <message>
        <source>cannot write the file</source>
        <translation>die Datei lässt sich nicht schreiben</translation>
    </message>
    <message>
        <source>cannot write the image (%1)</source>
        <translation>das Bild lässt sich nicht schreiben (%1)</translation>
    </message>
    <message>
        <source>cannot write the text</source>
        <translation>der Text lässt sich nicht schreiben</translation>
    </message>
    <message>
        <source>cannot write the texts</source>
        <translation>die Texte lassen sich nicht schreiben</translation>
    </message>
    <message>
        <source>cannot write: the name belongs to %1</source>
        <translation>Schreiben nicht möglich: Der Name gehört %1</translation>
    </message>
    <message>
        <source>cannot write: the symbolic links go round in a circle</source>
        <translation>Schreiben nicht möglich: Die symbolischen Verweise führen im Kreis</translation>
    </message>
    <message>
        <source>centre of the pattern found at row %1, column %2</source>
        <translation>Mitte des Beugungsbilds bei Zeile %1, Spalte %2 gefunden</translation>
    </message>
    <message>
        <source>channels are counted from 0</source>
        <translation>Kanäle zählen ab 0</translation>
    </message>
    <message>
        <source>check energy, distance, pixel size and positions</source>
        <translation>Energie, Abstand, Pixelgröße und Positionen prüfen</translation>
    </message>
    <message>
        <source>check first_frame, frame_step and max_frames</source>
        <translation>first_frame, frame_step und max_frames prüfen</translation>
    </message>
    <message>
        <source>check its permissions</source>
        <translation>die Zugriffsrechte prüfen</translation>
    </message>
    <message>
        <source>check mask, threshold and crop</source>
        <translation>Maske, Schwelle und Ausschnitt prüfen</translation>
    </message>
    <message>
        <source>check mask, threshold and crop, or the dataset of the frames</source>
        <translation>Maske, Schwelle und Ausschnitt oder den Datensatz der Bilder prüfen</translation>
    </message>
    <message>
        <source>check that all processes are running and have the same job</source>
        <translation>prüfen, ob alle Prozesse laufen und denselben Auftrag haben</translation>
    </message>
    <message>
        <source>check that its file system answers, then try again</source>
        <translation>prüfen, ob das Dateisystem antwortet, dann noch einmal versuchen</translation>
    </message>
    <message>
        <source>check that the folder is there and can be written to</source>
        <translation>prüfen, ob der Ordner da und beschreibbar ist</translation>
    </message>
    <message>
        <source>check the HDF5 installation</source>
        <translation>die HDF5-Installation prüfen</translation>
    </message>
    <message>
        <source>check the file</source>
        <translation>die Datei prüfen</translation>
    </message>
    <message>
        <source>check the free space of the disk</source>
        <translation>den freien Platz des Datenträgers prüfen</translation>
    </message>
    <message>
        <source>check the geometry, or give a range</source>
        <translation>die Geometrie prüfen oder einen Bereich angeben</translation>
    </message>
    <message>
        <source>check the mask</source>
        <translation>die Maske prüfen</translation>
    </message>
    <message>
        <source>check the mask: it may mark the good pixels</source>
        <translation>die Maske prüfen: Vielleicht kennzeichnet sie die guten Pixel</translation>
    </message>
    <message>
        <source>check the name</source>
        <translation>den Namen prüfen</translation>
    </message>
    <message>
        <source>check the name that %1 gives</source>
        <translation>den Namen bei %1 prüfen</translation>
    </message>
    <message>
        <source>check the wavelength</source>
        <translation>die Wellenlänge prüfen</translation>
    </message>
    <message>
        <source>check what delays it; collective_timeout_s is the limit</source>
        <translation>prüfen, was aufhält; collective_timeout_s ist die Grenze</translation>
    </message>
    <message>
        <source>choose a file with a 2-D dataset of numbers</source>
        <translation>eine Datei mit einem zweidimensionalen Datensatz aus Zahlen wählen</translation>
    </message>
    <message>
        <source>choose a file with a probe or an object</source>
        <translation>eine Datei mit Sonde oder Objekt wählen</translation>
    </message>
    <message>
        <source>choose a file with one image</source>
        <translation>eine Datei mit einem Bild wählen</translation>
    </message>
    <message>
        <source>choose a folder that you may write to</source>
        <translation>einen beschreibbaren Ordner wählen</translation>
    </message>
    <message>
        <source>choose a shorter name</source>
        <translation>einen kürzeren Namen wählen</translation>
    </message>
    <message>
        <source>choose an HDF5 file (.h5, .hdf5, .nxs, .cxi, .ptyd)</source>
        <translation>eine HDF5-Datei wählen (.h5, .hdf5, .nxs, .cxi, .ptyd)</translation>
    </message>
    <message>
        <source>choose another file</source>
        <translation>eine andere Datei wählen</translation>
    </message>
    <message>
        <source>choose another folder</source>
        <translation>einen anderen Ordner wählen</translation>
    </message>
    <message>
        <source>choose another initial probe</source>
        <translation>eine andere Anfangssonde wählen</translation>
    </message>
    <message>
        <source>choose another name</source>
        <translation>einen anderen Namen wählen</translation>
    </message>
    <message>
        <source>choose another name, or allow overwriting</source>
        <translation>einen anderen Namen wählen oder das Überschreiben erlauben</translation>
    </message>
    <message>
        <source>choose another one</source>
        <translation>etwas anderes wählen</translation>
    </message>
    <message>
        <source>choose another output name</source>
        <translation>einen anderen Ausgabenamen wählen</translation>
    </message>
    <message>
        <source>choose the name of a file, or /dev/null to keep nothing</source>
        <translation>den Namen einer Datei wählen, oder /dev/null, um nichts zu behalten</translation>
    </message>
    <message>
        <source>clipping, quantiles and azimuthal errors need all pixels of a bin at once</source>
        <translation>Clipping, Quantile und azimutale Fehler brauchen alle Pixel einer Klasse auf einmal</translation>
    </message>
    <message>
        <source>comment: %1</source>
        <translation>Kommentar: %1</translation>
    </message>
    <message>
        <source>communication: %1 (%2)</source>
        <translation>Verständigung: %1 (%2)</translation>
    </message>
    <message>
        <source>compare results of the same part of the sample</source>
        <translation>Ergebnisse vom selben Teil der Probe vergleichen</translation>
    </message>
    <message>
        <source>complex [slice,] row, column</source>
        <translation>komplex [Schicht,] Zeile, Spalte</translation>
    </message>
    <message>
        <source>frame, variation of the probe</source>
        <translation>Bild, Abwandlung der Sonde</translation>
    </message>
    <message>
        <source>%1 has one probe for all frames: set variable_probe_modes to 0, or take an engine of gradients</source>
        <translation>%1 hat eine Sonde für alle Bilder: setzen Sie variable_probe_modes auf 0, oder nehmen Sie ein Gradientenverfahren</translation>
    </message>
    <message>
        <source>complex [variation,] mode, row, column</source>
        <translation>komplex [Variation,] Mode, Zeile, Spalte</translation>
    </message>
    <message>
        <source>compressed with %1, which Ewald cannot undo</source>
        <translation>komprimiert mit %1, was Ewald nicht entpacken kann</translation>
    </message>
    <message>
        <source>continue it with --resume</source>
        <translation>mit --resume fortsetzen</translation>
    </message>
    <message>
        <source>continue it with --resume, replace it with --overwrite, or choose another name</source>
        <translation>mit --resume fortsetzen, mit --overwrite ersetzen oder einen anderen Namen wählen</translation>
    </message>
    <message>
        <source>continues after iteration %1 from %2</source>
        <translation>setzt nach Iteration %1 aus %2 fort</translation>
    </message>
    <message>
        <source>convert it with a newer HDF5: h5repack --high=2 OLD NEW</source>
        <translation>mit einem neueren HDF5 umwandeln: h5repack --high=2 ALT NEU</translation>
    </message>
    <message>
        <source>copy it again</source>
        <translation>noch einmal kopieren</translation>
    </message>
    <message>
        <source>copy it again from its source</source>
        <translation>noch einmal von der Quelle kopieren</translation>
    </message>
    <message>
        <source>copy it again from its source, or write it with smaller chunks</source>
        <translation>noch einmal von der Quelle kopieren oder mit kleineren Blöcken schreiben</translation>
    </message>
    <message>
        <source>copy it again, or wait until its writer has finished</source>
        <translation>noch einmal kopieren oder warten, bis das schreibende Programm fertig ist</translation>
    </message>
    <message>
        <source>copy the data files beside it</source>
        <translation>die Datendateien daneben kopieren</translation>
    </message>
    <message>
        <source>copy the data files beside the master</source>
        <translation>die Datendateien neben die Master-Datei kopieren</translation>
    </message>
    <message>
        <source>copy the files of all modules into the folder</source>
        <translation>die Dateien aller Module in den Ordner kopieren</translation>
    </message>
    <message>
        <source>correct detector_config</source>
        <translation>detector_config berichtigen</translation>
    </message>
    <message>
        <source>correct this line</source>
        <translation>diese Zeile berichtigen</translation>
    </message>
    <message>
        <source>correct this line of the PONI file</source>
        <translation>diese Zeile der PONI-Datei berichtigen</translation>
    </message>
    <message>
        <source>count from 0</source>
        <translation>ab 0 zählen</translation>
    </message>
    <message>
        <source>count from 1</source>
        <translation>ab 1 zählen</translation>
    </message>
    <message>
        <source>counts of %1 a frame and more are beyond the detector&apos;s count-rate correction (%2%3)</source>
        <translation>Zählwerte ab %1 je Bild liegen jenseits der Zählratenkorrektur des Detektors (%2%3)</translation>
    </message>
    <message>
        <source>create the folder or choose another one</source>
        <translation>den Ordner anlegen oder einen anderen wählen</translation>
    </message>
    <message>
        <source>crop or bin the frames, or use fewer of them</source>
        <translation>die Bilder zuschneiden oder binnen oder weniger nehmen</translation>
    </message>
    <message>
        <source>damaged %1 data: %2</source>
        <translation>beschädigte %1-Daten: %2</translation>
    </message>
    <message>
        <source>dark image</source>
        <translation>Dunkelbild</translation>
    </message>
    <message>
        <source>data are compressed with %1, which Ewald cannot decode</source>
        <translation>die Daten sind mit %1 komprimiert, was Ewald nicht entpacken kann</translation>
    </message>
    <message>
        <source>dead</source>
        <translation>tot</translation>
    </message>
    <message>
        <source>detector pixel height</source>
        <translation>Höhe eines Detektorpixels</translation>
    </message>
    <message>
        <source>detector pixel width</source>
        <translation>Breite eines Detektorpixels</translation>
    </message>
    <message>
        <source>device %1 is named twice</source>
        <translation>Gerät %1 ist zweimal genannt</translation>
    </message>
    <message>
        <source>device cannot be used: %1</source>
        <translation>Gerät ist nicht verwendbar: %1</translation>
    </message>
    <message>
        <source>devices take frames that are one bitshuffle-LZ4 chunk each, these are %1</source>
        <translation>Geräte nehmen Bilder aus je einem Bitshuffle-LZ4-Block, diese sind %1</translation>
    </message>
    <message>
        <source>did you mean %1?</source>
        <translation>Meinten Sie %1?</translation>
    </message>
    <message>
        <source>diffamp holds amplitudes with the centre in the corner; its rows run along x and its columns along y, as the program that writes these files turns them</source>
        <translation>diffamp enthält Amplituden mit der Mitte in der Ecke; die Zeilen verlaufen entlang x und die Spalten entlang y, so wie das schreibende Programm sie dreht</translation>
    </message>
    <message>
        <source>direct copies between devices arrive damaged, %1</source>
        <translation>direkte Kopien zwischen Geräten kommen beschädigt an, %1</translation>
    </message>
    <message>
        <source>distance from sample to detector</source>
        <translation>Abstand von der Probe zum Detektor</translation>
    </message>
    <message>
        <source>empty device name</source>
        <translation>leerer Gerätename</translation>
    </message>
    <message>
        <source>every pixel is masked</source>
        <translation>jedes Pixel ist maskiert</translation>
    </message>
    <message>
        <source>every worker has its own GPU</source>
        <translation>jeder Arbeiter hat seine eigene GPU</translation>
    </message>
    <message>
        <source>ewald-cli bench devices --check finds the cause; --set peer_to_peer=false avoids direct access between devices</source>
        <translation>ewald-cli bench devices --check findet die Ursache; --set peer_to_peer=false vermeidet direkten Zugriff zwischen Geräten</translation>
    </message>
    <message>
        <source>examples: auto, cpu, cpu:4, cuda:0,cuda:2, cuda:0x3, cuda:GPU-8a5e</source>
        <translation>Beispiele: auto, cpu, cpu:4, cuda:0,cuda:2, cuda:0x3, cuda:GPU-8a5e</translation>
    </message>
    <message>
        <source>exchange them</source>
        <translation>vertauschen</translation>
    </message>
    <message>
        <source>files is not a list of names</source>
        <translation>files ist keine Liste von Namen</translation>
    </message>
    <message>
        <source>finding the probe: distance %1 of %2, best %3</source>
        <translation>Sonde wird gesucht: Abstand %1 von %2, bisher am besten %3</translation>
    </message>
    <message>
        <source>flat field</source>
        <translation>Flatfield</translation>
    </message>
    <message>
        <source>frame %1 cannot be read</source>
        <translation>Bild %1 lässt sich nicht lesen</translation>
    </message>
    <message>
        <source>frame %1 cannot be read: %2</source>
        <translation>Bild %1 lässt sich nicht lesen: %2</translation>
    </message>
    <message>
        <source>frame %1 has %2 pixels, the first %3</source>
        <translation>Bild %1 hat %2 Pixel, das erste %3</translation>
    </message>
    <message>
        <source>frame number %1 of position %2 is beyond the last frame</source>
        <translation>Bildnummer %1 der Position %2 liegt hinter dem letzten Bild</translation>
    </message>
    <message>
        <source>frame number %1 of position %2 is negative</source>
        <translation>Bildnummer %1 der Position %2 ist negativ</translation>
    </message>
    <message>
        <source>frame number %1 of position %2 is not a whole number</source>
        <translation>Bildnummer %1 der Position %2 ist keine ganze Zahl</translation>
    </message>
    <message>
        <source>frame number %1 of position %2 is not finite</source>
        <translation>Bildnummer %1 der Position %2 ist nicht endlich</translation>
    </message>
    <message>
        <source>frames %1 to %2 are not there: %3</source>
        <translation>Bilder %1 bis %2 fehlen: %3</translation>
    </message>
    <message>
        <source>frames are counted from 0</source>
        <translation>Bilder zählen ab 0</translation>
    </message>
    <message>
        <source>frames are kept in a file beside the result</source>
        <translation>die Bilder liegen in einer Datei neben dem Ergebnis</translation>
    </message>
    <message>
        <source>frames are sent to the devices batch by batch</source>
        <translation>die Bilder gehen Stapel für Stapel an die Geräte</translation>
    </message>
    <message>
        <source>frames from %1, positions and probe from %2</source>
        <translation>Bilder aus %1, Positionen und Sonde aus %2</translation>
    </message>
    <message>
        <source>frames of %1 pixels are too small</source>
        <translation>Bilder mit %1 Pixeln sind zu klein</translation>
    </message>
    <message>
        <source>frames of %1 pixels do not go with those of %2 of %3</source>
        <translation>Bilder mit %1 Pixeln passen nicht zu denen mit %2 von %3</translation>
    </message>
    <message>
        <source>frames of more than 4 billion pixels</source>
        <translation>Bilder mit mehr als 4 Milliarden Pixeln</translation>
    </message>
    <message>
        <source>free some memory, or allow more processes and open files (ulimit)</source>
        <translation>Speicher freigeben oder mehr Prozesse und offene Dateien erlauben (ulimit)</translation>
    </message>
    <message>
        <source>free some space or choose another folder</source>
        <translation>Platz schaffen oder einen anderen Ordner wählen</translation>
    </message>
    <message>
        <source>gap</source>
        <translation>Lücke</translation>
    </message>
    <message>
        <source>give a PONI file, or distance_m with beam_centre_row and beam_centre_col</source>
        <translation>eine PONI-Datei angeben, oder distance_m mit beam_centre_row und beam_centre_col</translation>
    </message>
    <message>
        <source>give a lower and a higher end</source>
        <translation>ein unteres und ein oberes Ende angeben</translation>
    </message>
    <message>
        <source>give all processes the same command and the same files</source>
        <translation>allen Prozessen denselben Befehl und dieselben Dateien geben</translation>
    </message>
    <message>
        <source>give at least one</source>
        <translation>mindestens eins angeben</translation>
    </message>
    <message>
        <source>give both files of a pair the same beginning</source>
        <translation>beiden Dateien eines Paars denselben Anfang geben</translation>
    </message>
    <message>
        <source>give it as a parameter or correct the file</source>
        <translation>als Parameter angeben oder die Datei berichtigen</translation>
    </message>
    <message>
        <source>give it in metres</source>
        <translation>in Metern angeben</translation>
    </message>
    <message>
        <source>give it, or a PONI file</source>
        <translation>angeben, oder eine PONI-Datei</translation>
    </message>
    <message>
        <source>give it, or a PONI file, or name the detector</source>
        <translation>angeben, oder eine PONI-Datei, oder den Detektor nennen</translation>
    </message>
    <message>
        <source>give it, such as Si</source>
        <translation>angeben, etwa Si</translation>
    </message>
    <message>
        <source>give one of them</source>
        <translation>eins davon angeben</translation>
    </message>
    <message>
        <source>give one, or use poisson</source>
        <translation>eins angeben oder poisson verwenden</translation>
    </message>
    <message>
        <source>give one, or use the error model poisson</source>
        <translation>eins angeben oder das Fehlermodell poisson verwenden</translation>
    </message>
    <message>
        <source>give pixel1 and pixel2 in detector_config, or name a detector of the catalogue</source>
        <translation>pixel1 und pixel2 in detector_config angeben oder einen Detektor des Katalogs nennen</translation>
    </message>
    <message>
        <source>give row and column of the stored frame after flips</source>
        <translation>Zeile und Spalte des gespeicherten Bilds nach dem Spiegeln angeben</translation>
    </message>
    <message>
        <source>give the distance from the sample in metres</source>
        <translation>den Abstand von der Probe in Metern angeben</translation>
    </message>
    <message>
        <source>give the photon energy</source>
        <translation>die Photonenenergie angeben</translation>
    </message>
    <message>
        <source>give the value in the mapping or in the document</source>
        <translation>den Wert in der Zuordnung oder im Dokument angeben</translation>
    </message>
    <message>
        <source>give them in the mapping, or give the positions in a unit of length</source>
        <translation>sie in der Zuordnung angeben, oder die Positionen in einer Längeneinheit</translation>
    </message>
    <message>
        <source>give three planes or more, in a range that lies around the sample</source>
        <translation>drei Ebenen oder mehr angeben, in einem Bereich um die Probe</translation>
    </message>
    <message>
        <source>give two angles in degrees</source>
        <translation>zwei Winkel in Grad angeben</translation>
    </message>
    <message>
        <source>given a second time with another value</source>
        <translation>ein zweites Mal mit anderem Wert angegeben</translation>
    </message>
    <message>
        <source>has %1 frame numbers for %2 positions</source>
        <translation>hat %1 Bildnummern für %2 Positionen</translation>
    </message>
    <message>
        <source>has no column &quot;%1&quot;</source>
        <translation>hat keine Spalte „%1“</translation>
    </message>
    <message>
        <source>has none of the known layouts (CXI, NeXus ptychography, ptychodus, PtyPy ptyd, NSLS-II HXN)</source>
        <translation>hat keine der bekannten Anordnungen (CXI, NeXus-Ptychographie, ptychodus, PtyPy ptyd, NSLS-II HXN)</translation>
    </message>
    <message>
        <source>has the shape %1, frames need rows and columns</source>
        <translation>hat die Form %1, Bilder brauchen Zeilen und Spalten</translation>
    </message>
    <message>
        <source>height of a detector pixel</source>
        <translation>Höhe eines Detektorpixels</translation>
    </message>
    <message>
        <source>holds %1 %2, expected complex numbers ([modes,] rows, columns)</source>
        <translation>enthält %1 %2, erwartet sind komplexe Zahlen ([Moden,] Zeilen, Spalten)</translation>
    </message>
    <message>
        <source>holds %1 scans, %2 to %3</source>
        <translation>enthält %1 Scans, %2 bis %3</translation>
    </message>
    <message>
        <source>holds %1, not %2</source>
        <translation>enthält %1, nicht %2</translation>
    </message>
    <message>
        <source>holds %1, not text</source>
        <translation>enthält %1, keinen Text</translation>
    </message>
    <message>
        <source>holds frames and no positions</source>
        <translation>enthält Bilder und keine Positionen</translation>
    </message>
    <message>
        <source>holds no frames</source>
        <translation>enthält keine Bilder</translation>
    </message>
    <message>
        <source>holds no frames (chunks/&lt;n&gt;/data)</source>
        <translation>enthält keine Bilder (chunks/&lt;n&gt;/data)</translation>
    </message>
    <message>
        <source>holds no frames that can be read (%1)</source>
        <translation>enthält keine lesbaren Bilder (%1)</translation>
    </message>
    <message>
        <source>holds no frames where CXI files have them (data_1/data, instrument_1/detector_1/data)</source>
        <translation>enthält keine Bilder dort, wo CXI-Dateien sie haben (data_1/data, instrument_1/detector_1/data)</translation>
    </message>
    <message>
        <source>holds no number</source>
        <translation>enthält keine Zahl</translation>
    </message>
    <message>
        <source>holds no probe</source>
        <translation>enthält keine Sonde</translation>
    </message>
    <message>
        <source>holds no scan %1</source>
        <translation>enthält keinen Scan %1</translation>
    </message>
    <message>
        <source>holds no stack of frames in an NXdata or NXdetector group</source>
        <translation>enthält keinen Stapel von Bildern in einer Gruppe NXdata oder NXdetector</translation>
    </message>
    <message>
        <source>holds the scan %1 twice</source>
        <translation>enthält den Scan %1 zweimal</translation>
    </message>
    <message>
        <source>if these are electrons of %1 keV, set particle=electron</source>
        <translation>wenn dies Elektronen mit %1 keV sind, particle=electron setzen</translation>
    </message>
    <message>
        <source>image</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>in a bad cluster</source>
        <translation>in einer schlechten Gruppe</translation>
    </message>
    <message>
        <source>initial object: from %1</source>
        <translation>Anfangsobjekt: aus %1</translation>
    </message>
    <message>
        <source>initial probe: from %1</source>
        <translation>Anfangssonde: aus %1</translation>
    </message>
    <message>
        <source>initial probe: from the data file</source>
        <translation>Anfangssonde: aus der Datendatei</translation>
    </message>
    <message>
        <source>initial probe: from the mean pattern</source>
        <translation>Anfangssonde: aus dem mittleren Beugungsbild</translation>
    </message>
    <message>
        <source>initial probe: mean pattern, sample %1 µm from the focus (error %2)</source>
        <translation>Anfangssonde: mittleres Beugungsbild, Probe %1 µm vom Fokus entfernt (Fehler %2)</translation>
    </message>
    <message>
        <source>initial_object takes a result of Ewald, PtyPy (.ptyr) or MATLAB 7.3, or a scan with an object</source>
        <translation>initial_object nimmt ein Ergebnis von Ewald, PtyPy (.ptyr) oder MATLAB 7.3, oder einen Scan mit Objekt</translation>
    </message>
    <message>
        <source>initial_probe takes a result of Ewald, PtyPy (.ptyr) or MATLAB 7.3, or a scan with a probe</source>
        <translation>initial_probe nimmt ein Ergebnis von Ewald, PtyPy (.ptyr) oder MATLAB 7.3, oder einen Scan mit Sonde</translation>
    </message>
    <message>
        <source>input and output are the same file</source>
        <translation>Ein- und Ausgabe sind dieselbe Datei</translation>
    </message>
    <message>
        <source>input and output are the same file (%1)</source>
        <translation>Ein- und Ausgabe sind dieselbe Datei (%1)</translation>
    </message>
    <message>
        <source>install Ewald again</source>
        <translation>Ewald neu installieren</translation>
    </message>
    <message>
        <source>install Open MPI and Ewald&apos;s MPI module, or start one process</source>
        <translation>Open MPI und Ewalds MPI-Modul installieren oder einen Prozess starten</translation>
    </message>
    <message>
        <source>integrate with --unit 2th_deg</source>
        <translation>mit --unit 2th_deg integrieren</translation>
    </message>
    <message>
        <source>integrate with an error model</source>
        <translation>mit einem Fehlermodell integrieren</translation>
    </message>
    <message>
        <source>integrations have the group /entry/result</source>
        <translation>Integrationen haben die Gruppe /entry/result</translation>
    </message>
    <message>
        <source>is a folder, not a file</source>
        <translation>ist ein Ordner, keine Datei</translation>
    </message>
    <message>
        <source>is a group, not a dataset</source>
        <translation>ist eine Gruppe, kein Datensatz</translation>
    </message>
    <message>
        <source>is a reconstruction of CDTools, not a scan</source>
        <translation>ist eine Rekonstruktion von CDTools, kein Scan</translation>
    </message>
    <message>
        <source>is a reconstruction of PtyPy (.ptyr), not a scan</source>
        <translation>ist eine Rekonstruktion von PtyPy (.ptyr), kein Scan</translation>
    </message>
    <message>
        <source>is a result of Ewald, not a scan</source>
        <translation>ist ein Ergebnis von Ewald, kein Scan</translation>
    </message>
    <message>
        <source>is a type, not a dataset</source>
        <translation>ist ein Typ, kein Datensatz</translation>
    </message>
    <message>
        <source>is neither an HDF5 file nor a table in text</source>
        <translation>ist weder eine HDF5-Datei noch eine Texttabelle</translation>
    </message>
    <message>
        <source>is no EDF file: there is no header</source>
        <translation>ist keine EDF-Datei: Der Kopf fehlt</translation>
    </message>
    <message>
        <source>is no file of frames that Ewald knows</source>
        <translation>ist keine Bilddatei, die Ewald kennt</translation>
    </message>
    <message>
        <source>is no module of a Lambda detector, as the others are</source>
        <translation>ist kein Modul eines Lambda-Detektors wie die anderen</translation>
    </message>
    <message>
        <source>is not a regular file</source>
        <translation>ist keine gewöhnliche Datei</translation>
    </message>
    <message>
        <source>the file is no HDF5 file</source>
        <translation>die Datei ist keine HDF5-Datei</translation>
    </message>
    <message>
        <source>is this a PONI file (text with lines like &quot;Distance: 0.2&quot;)?</source>
        <translation>Ist das eine PONI-Datei (Text mit Zeilen wie „Distance: 0.2“)?</translation>
    </message>
    <message>
        <source>it decodes to %1 bytes instead of %2</source>
        <translation>es ergibt entpackt %1 Byte statt %2</translation>
    </message>
    <message>
        <source>it decodes to more than %1 bytes</source>
        <translation>es ergibt entpackt mehr als %1 Byte</translation>
    </message>
    <message>
        <source>it has &quot;format&quot;: &quot;ewald-job&quot;</source>
        <translation>es hat &quot;format&quot;: &quot;ewald-job&quot;</translation>
    </message>
    <message>
        <source>it is given in metres</source>
        <translation>er wird in Metern angegeben</translation>
    </message>
    <message>
        <source>it is no SPEC file: leave positions_scan out</source>
        <translation>es ist keine SPEC-Datei: positions_scan weglassen</translation>
    </message>
    <message>
        <source>it is the fraction of the light that crosses the sensor</source>
        <translation>es ist der Anteil des Lichts, der den Sensor durchquert</translation>
    </message>
    <message>
        <source>it may be damaged: copy it again from its source</source>
        <translation>sie ist vielleicht beschädigt: noch einmal von der Quelle kopieren</translation>
    </message>
    <message>
        <source>it may still be being copied: wait, or copy it again from its source</source>
        <translation>vielleicht wird sie noch kopiert: warten, oder noch einmal von der Quelle kopieren</translation>
    </message>
    <message>
        <source>it may still be being written</source>
        <translation>vielleicht wird sie noch geschrieben</translation>
    </message>
    <message>
        <source>it may still be being written: try again later</source>
        <translation>vielleicht wird sie noch geschrieben: später noch einmal versuchen</translation>
    </message>
    <message>
        <source>it says that it decodes to more than a chunk can hold</source>
        <translation>es verspricht entpackt mehr, als ein Block enthalten kann</translation>
    </message>
    <message>
        <source>iterations are out of range</source>
        <translation>die Zahl der Iterationen liegt außerhalb des Bereichs</translation>
    </message>
    <message>
        <source>iterations is not a whole number from 1 to 1000000</source>
        <translation>iterations ist keine ganze Zahl von 1 bis 1000000</translation>
    </message>
    <message>
        <source>its block size is zero</source>
        <translation>seine Blockgröße ist null</translation>
    </message>
    <message>
        <source>its block size of %1 bytes is not a multiple of 8 elements of %2 bytes</source>
        <translation>seine Blockgröße von %1 Byte ist kein Vielfaches von 8 Elementen mit %2 Byte</translation>
    </message>
    <message>
        <source>its columns have no names: give a number from 1 to %1</source>
        <translation>die Spalten haben keine Namen: eine Nummer von 1 bis %1 angeben</translation>
    </message>
    <message>
        <source>keep one image a file</source>
        <translation>ein Bild je Datei lassen</translation>
    </message>
    <message>
        <source>key &quot;%1&quot; is given twice in one object</source>
        <translation>Schlüssel „%1“ steht zweimal in einem Objekt</translation>
    </message>
    <message>
        <source>larger than a chunk can be</source>
        <translation>größer, als ein Block sein kann</translation>
    </message>
    <message>
        <source>leave it out</source>
        <translation>weglassen</translation>
    </message>
    <message>
        <source>leave it out and give pixel_size_m</source>
        <translation>weglassen und pixel_size_m angeben</translation>
    </message>
    <message>
        <source>leave the monitor out</source>
        <translation>den Monitor weglassen</translation>
    </message>
    <message>
        <source>line %1 is not a d-spacing in Å</source>
        <translation>Zeile %1 ist kein Netzebenenabstand in Å</translation>
    </message>
    <message>
        <source>made by a newer Ewald (version %1 of the format, this program knows %2)</source>
        <translation>von einem neueren Ewald geschrieben (Version %1 des Formats, dieses Programm kennt %2)</translation>
    </message>
    <message>
        <source>make room there, write the result to another disk, or crop or bin the frames</source>
        <translation>dort Platz schaffen, das Ergebnis auf einen anderen Datenträger schreiben, oder die Bilder zuschneiden oder binnen</translation>
    </message>
    <message>
        <source>mask</source>
        <translation>Maske</translation>
    </message>
    <message>
        <source>mask the pixels that hold no counts (saturation, mask_file), or name another dataset</source>
        <translation>die Pixel ohne Zählwerte maskieren (saturation, mask_file) oder einen anderen Datensatz nennen</translation>
    </message>
    <message>
        <source>masked by the user</source>
        <translation>vom Benutzer maskiert</translation>
    </message>
    <message>
        <source>memory: each worker holds the whole object, %1; %2 for the largest worker</source>
        <translation>Speicher: Jeder Arbeiter hält das ganze Objekt, %1; %2 für den größten Arbeiter</translation>
    </message>
    <message>
        <source>memory: the object is cut into tiles, %1; %2 for the largest worker</source>
        <translation>Speicher: Das Objekt ist in Kacheln zerlegt, %1; %2 für den größten Arbeiter</translation>
    </message>
    <message>
        <source>modules %1 and %2 lie on top of each other</source>
        <translation>Module %1 und %2 liegen übereinander</translation>
    </message>
    <message>
        <source>modules hold from %1 to %2 frames; the first %3 are used: %4</source>
        <translation>Module enthalten %1 bis %2 Bilder; die ersten %3 werden verwendet: %4</translation>
    </message>
    <message>
        <source>more than %1 workers</source>
        <translation>mehr als %1 Arbeiter</translation>
    </message>
    <message>
        <source>more than state_limit_gb allows</source>
        <translation>mehr als state_limit_gb erlaubt</translation>
    </message>
    <message>
        <source>name a complex dataset (modes, rows, columns)</source>
        <translation>einen komplexen Datensatz nennen (Moden, Zeilen, Spalten)</translation>
    </message>
    <message>
        <source>name a dataset</source>
        <translation>einen Datensatz nennen</translation>
    </message>
    <message>
        <source>name a dataset in it</source>
        <translation>einen Datensatz darin nennen</translation>
    </message>
    <message>
        <source>name a dataset of at most five axes</source>
        <translation>einen Datensatz mit höchstens fünf Achsen nennen</translation>
    </message>
    <message>
        <source>name a dataset of one number a frame</source>
        <translation>einen Datensatz mit einer Zahl je Bild nennen</translation>
    </message>
    <message>
        <source>name a dataset of the shape of a frame</source>
        <translation>einen Datensatz in der Form eines Bilds nennen</translation>
    </message>
    <message>
        <source>name a file that ends in .edf, .tif, .npy or .h5</source>
        <translation>eine Datei nennen, die auf .edf, .tif, .npy oder .h5 endet</translation>
    </message>
    <message>
        <source>name a file, or several with * where names differ</source>
        <translation>eine Datei nennen, oder mehrere mit * an der Stelle, wo sich die Namen unterscheiden</translation>
    </message>
    <message>
        <source>name a list with the number of the frame of each position, or none</source>
        <translation>eine Liste mit der Bildnummer jeder Position nennen, oder keine</translation>
    </message>
    <message>
        <source>name another dataset</source>
        <translation>einen anderen Datensatz nennen</translation>
    </message>
    <message>
        <source>name another dataset for the %1</source>
        <translation>einen anderen Datensatz für „%1“ nennen</translation>
    </message>
    <message>
        <source>name another dataset for the mask</source>
        <translation>einen anderen Datensatz für die Maske nennen</translation>
    </message>
    <message>
        <source>name another dataset for the positions</source>
        <translation>einen anderen Datensatz für die Positionen nennen</translation>
    </message>
    <message>
        <source>name at least one</source>
        <translation>mindestens eine nennen</translation>
    </message>
    <message>
        <source>name datasets of the same length</source>
        <translation>Datensätze gleicher Länge nennen</translation>
    </message>
    <message>
        <source>name one dataset (positions), or two (positionX and positionY)</source>
        <translation>einen Datensatz nennen (positions) oder zwei (positionX und positionY)</translation>
    </message>
    <message>
        <source>name one of %1 to %2</source>
        <translation>einen von %1 bis %2 nennen</translation>
    </message>
    <message>
        <source>name one of %1, or give its number from 1 on</source>
        <translation>eine von %1 nennen, oder ihre Nummer ab 1</translation>
    </message>
    <message>
        <source>name one with mask_path</source>
        <translation>eins mit mask_path nennen</translation>
    </message>
    <message>
        <source>name the dataset of the frames, or choose another file</source>
        <translation>den Datensatz der Bilder nennen oder eine andere Datei wählen</translation>
    </message>
    <message>
        <source>name the dataset of the measured frames</source>
        <translation>den Datensatz der gemessenen Bilder nennen</translation>
    </message>
    <message>
        <source>name the detector of these frames</source>
        <translation>den Detektor dieser Bilder nennen</translation>
    </message>
    <message>
        <source>name the file of the positions in the mapping (positions_file)</source>
        <translation>die Datei der Positionen in der Zuordnung nennen (positions_file)</translation>
    </message>
    <message>
        <source>negative counts</source>
        <translation>negative Zählwerte</translation>
    </message>
    <message>
        <source>no NCCL: %1</source>
        <translation>kein NCCL: %1</translation>
    </message>
    <message>
        <source>no backend for this device</source>
        <translation>kein Modul für dieses Gerät</translation>
    </message>
    <message>
        <source>no checkpoint could be written: %1</source>
        <translation>ein Zwischenstand ließ sich nicht schreiben: %1</translation>
    </message>
    <message>
        <source>no distance from the focus explains the mean pattern, which is taken as it is: mask pixels that outshine the rest (saturation, bad_pixels), or give an initial probe</source>
        <translation>kein Abstand vom Fokus erklärt das mittlere Beugungsbild, das genommen wird, wie es ist: Pixel maskieren, die den Rest überstrahlen (saturation, bad_pixels), oder eine Anfangssonde angeben</translation>
    </message>
    <message>
        <source>no file has a name of this pattern</source>
        <translation>keine Datei hat einen Namen nach diesem Muster</translation>
    </message>
    <message>
        <source>no file of frames is named</source>
        <translation>keine Datei mit Bildern ist genannt</translation>
    </message>
    <message>
        <source>no format for a mask has the ending &quot;%1&quot;</source>
        <translation>kein Format für Masken hat die Endung „%1“</translation>
    </message>
    <message>
        <source>no frame has a position: the recorded positions are not finite numbers</source>
        <translation>kein Bild hat eine Position: Die aufgezeichneten Positionen sind keine endlichen Zahlen</translation>
    </message>
    <message>
        <source>no frame has been written yet</source>
        <translation>noch ist kein Bild geschrieben</translation>
    </message>
    <message>
        <source>no frame that a device takes</source>
        <translation>kein Bild, das ein Gerät nimmt</translation>
    </message>
    <message>
        <source>no frames are left to use</source>
        <translation>es bleiben keine Bilder übrig</translation>
    </message>
    <message>
        <source>no input file is given</source>
        <translation>keine Eingabedatei ist angegeben</translation>
    </message>
    <message>
        <source>no output file is given</source>
        <translation>keine Ausgabedatei ist angegeben</translation>
    </message>
    <message>
        <source>no pixel is left: all are masked or have no value in this unit</source>
        <translation>kein Pixel bleibt übrig: Alle sind maskiert oder haben keinen Wert in dieser Einheit</translation>
    </message>
    <message>
        <source>no preview: %1</source>
        <translation>keine Vorschau: %1</translation>
    </message>
    <message>
        <source>no regular file</source>
        <translation>keiner gewöhnlichen Datei</translation>
    </message>
    <message>
        <source>no repeats at all</source>
        <translation>gar keine Wiederholungen</translation>
    </message>
    <message>
        <source>no room for the %1 of the frames, which do not fit into memory: %2</source>
        <translation>kein Platz für die %1 der Bilder, die nicht in den Speicher passen: %2</translation>
    </message>
    <message>
        <source>no such device</source>
        <translation>kein solches Gerät</translation>
    </message>
    <message>
        <source>no such file</source>
        <translation>keine solche Datei</translation>
    </message>
    <message>
        <source>no workers at all</source>
        <translation>gar keine Arbeiter</translation>
    </message>
    <message>
        <source>noisy</source>
        <translation>verrauscht</translation>
    </message>
    <message>
        <source>none of the %1 data files of the master is there</source>
        <translation>keine der %1 Datendateien der Master-Datei ist da</translation>
    </message>
    <message>
        <source>none of the %1 frames could be read</source>
        <translation>keines der %1 Bilder ließ sich lesen</translation>
    </message>
    <message>
        <source>none of the frames is there: %1</source>
        <translation>keines der Bilder ist da: %1</translation>
    </message>
    <message>
        <source>none, LZ4 and zstd are known; re-write the file with one of them</source>
        <translation>none, LZ4 und zstd sind bekannt; die Datei mit einem davon neu schreiben</translation>
    </message>
    <message>
        <source>not a checkpoint of Ewald</source>
        <translation>kein Zwischenstand von Ewald</translation>
    </message>
    <message>
        <source>not a job document of Ewald</source>
        <translation>kein Auftragsdokument von Ewald</translation>
    </message>
    <message>
        <source>not a result of Ewald</source>
        <translation>kein Ergebnis von Ewald</translation>
    </message>
    <message>
        <source>not an integration of Ewald</source>
        <translation>keine Integration von Ewald</translation>
    </message>
    <message>
        <source>not enough memory for one frame: %1 MiB are needed</source>
        <translation>nicht genug Speicher für ein Bild: %1 MiB sind nötig</translation>
    </message>
    <message>
        <source>not valid JSON (%1)</source>
        <translation>kein gültiges JSON (%1)</translation>
    </message>
    <message>
        <source>nothing has to be done, the result is the same</source>
        <translation>es ist nichts zu tun, das Ergebnis ist dasselbe</translation>
    </message>
    <message>
        <source>nothing is left of %1 pixels after binning by %2</source>
        <translation>von %1 Pixeln bleibt nach Binning um %2 nichts übrig</translation>
    </message>
    <message>
        <source>nothing is left to do: the result has %1 of %2 iterations</source>
        <translation>es ist nichts mehr zu tun: Das Ergebnis hat %1 von %2 Iterationen</translation>
    </message>
    <message>
        <source>npt times npt_azim has to stay below 268 million</source>
        <translation>npt mal npt_azim muss unter 268 Millionen bleiben</translation>
    </message>
    <message>
        <source>npt times npt_azim is more than 100 million bins</source>
        <translation>npt mal npt_azim ist mehr als 100 Millionen Klassen</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>object_amplitude_min is larger than object_amplitude_max</source>
        <translation>object_amplitude_min ist größer als object_amplitude_max</translation>
    </message>
    <message>
        <source>object_phase_min is not below object_phase_max</source>
        <translation>object_phase_min liegt nicht unter object_phase_max</translation>
    </message>
    <message>
        <source>set both to 0 for no limits</source>
        <translation>beide auf 0 setzen: keine Grenzen</translation>
    </message>
    <message>
        <source>of %1 frames announced, the first %2 are complete and used: %3</source>
        <translation>von %1 angekündigten Bildern sind die ersten %2 vollständig und werden verwendet: %3</translation>
    </message>
    <message>
        <source>one an iteration</source>
        <translation>eins je Iteration</translation>
    </message>
    <message>
        <source>one number a line</source>
        <translation>eine Zahl je Zeile</translation>
    </message>
    <message>
        <source>one number in Å a line</source>
        <translation>eine Zahl in Å je Zeile</translation>
    </message>
    <message>
        <source>one value a pixel</source>
        <translation>ein Wert je Pixel</translation>
    </message>
    <message>
        <source>one value a ring</source>
        <translation>ein Wert je Ring</translation>
    </message>
    <message>
        <source>one worker</source>
        <translation>ein Arbeiter</translation>
    </message>
    <message>
        <source>only an integration takes several files</source>
        <translation>nur eine Integration nimmt mehrere Dateien</translation>
    </message>
    <message>
        <source>only patterns fit into one table, as .xy, .dat or .csv</source>
        <translation>nur Diagramme passen in eine Tabelle, als .xy, .dat oder .csv</translation>
    </message>
    <message>
        <source>open a file with one frame a position, and the positions</source>
        <translation>eine Datei mit einem Bild je Position öffnen, und die Positionen</translation>
    </message>
    <message>
        <source>open files of one detector and one mode only</source>
        <translation>nur Dateien eines Detektors und einer Betriebsart öffnen</translation>
    </message>
    <message>
        <source>open files of one detector only</source>
        <translation>nur Dateien eines Detektors öffnen</translation>
    </message>
    <message>
        <source>open files of one scan only</source>
        <translation>nur Dateien eines Scans öffnen</translation>
    </message>
    <message>
        <source>open frames first</source>
        <translation>erst Bilder öffnen</translation>
    </message>
    <message>
        <source>open it again</source>
        <translation>noch einmal öffnen</translation>
    </message>
    <message>
        <source>open it as a result, or use it as the initial probe or object of a job</source>
        <translation>als Ergebnis öffnen, oder als Anfangssonde oder -objekt eines Auftrags verwenden</translation>
    </message>
    <message>
        <source>open it where patterns are wanted</source>
        <translation>dort öffnen, wo Diagramme gefragt sind</translation>
    </message>
    <message>
        <source>open the .cxi file that it was made of</source>
        <translation>die .cxi-Datei öffnen, aus der sie entstand</translation>
    </message>
    <message>
        <source>open the .ptyd file that it was made of, or use this one as the initial probe or object of a job</source>
        <translation>die .ptyd-Datei öffnen, aus der sie entstand, oder diese als Anfangssonde oder -objekt eines Auftrags verwenden</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>der Speicher reicht nicht</translation>
    </message>
    <message>
        <source>out of memory for the addresses of the %1 of the frames</source>
        <translation>der Speicher reicht nicht für die Adressen der %1 der Bilder</translation>
    </message>
    <message>
        <source>out of memory for the frame</source>
        <translation>der Speicher reicht nicht für das Bild</translation>
    </message>
    <message>
        <source>out of memory on %1</source>
        <translation>der Speicher reicht nicht auf %1</translation>
    </message>
    <message>
        <source>out of memory while an HDF5 file is read</source>
        <translation>der Speicher reicht nicht beim Lesen einer HDF5-Datei</translation>
    </message>
    <message>
        <source>out of memory while the dataset is read</source>
        <translation>der Speicher reicht nicht beim Lesen des Datensatzes</translation>
    </message>
    <message>
        <source>out of memory while the file is read (the limit is %1 MB)</source>
        <translation>der Speicher reicht nicht beim Lesen der Datei (die Grenze ist %1 MB)</translation>
    </message>
    <message>
        <source>out of memory, or of the number of threads (%1)</source>
        <translation>Speicher oder Zahl der Threads erschöpft (%1)</translation>
    </message>
    <message>
        <source>out of memory: %1 MiB asked for</source>
        <translation>der Speicher reicht nicht: %1 MiB verlangt</translation>
    </message>
    <message>
        <source>out of memory: %1 asked for, %2 are left of the limit</source>
        <translation>der Speicher reicht nicht: %1 verlangt, %2 sind von der Grenze übrig</translation>
    </message>
    <message>
        <source>out of memory: the frames need %1, more than a look at some of them suggested</source>
        <translation>der Speicher reicht nicht: Die Bilder brauchen %1, mehr als ein Blick auf einige vermuten ließ</translation>
    </message>
    <message>
        <source>over-responding</source>
        <translation>zu empfindlich</translation>
    </message>
    <message>
        <source>page %1 has %2 pixels, the first %3</source>
        <translation>Seite %1 hat %2 Pixel, die erste %3</translation>
    </message>
    <message>
        <source>parameter belongs to jobs of the kind %1, not %2</source>
        <translation>der Parameter gehört zu Aufträgen der Art %1, nicht %2</translation>
    </message>
    <message>
        <source>parameter stands in the wrong section</source>
        <translation>der Parameter steht im falschen Abschnitt</translation>
    </message>
    <message>
        <source>pipeline is not a list</source>
        <translation>pipeline ist keine Liste</translation>
    </message>
    <message>
        <source>please report this</source>
        <translation>bitte melden</translation>
    </message>
    <message>
        <source>positions in pixels need energy, distance and pixel size</source>
        <translation>Positionen in Pixeln brauchen Energie, Abstand und Pixelgröße</translation>
    </message>
    <message>
        <source>process %1 makes another call or has arrays of other length</source>
        <translation>Prozess %1 macht einen anderen Aufruf oder hat Felder anderer Länge</translation>
    </message>
    <message>
        <source>put both files into one folder, or use an import mapping</source>
        <translation>beide Dateien in einen Ordner legen oder eine Import-Zuordnung verwenden</translation>
    </message>
    <message>
        <source>put the source files where the virtual dataset looks for them</source>
        <translation>die Quelldateien dorthin legen, wo der virtuelle Datensatz sie sucht</translation>
    </message>
    <message>
        <source>raise memory_limit_gb, or use fewer frames, a smaller crop, or binning</source>
        <translation>memory_limit_gb erhöhen, oder weniger Bilder, einen kleineren Ausschnitt oder Binning verwenden</translation>
    </message>
    <message>
        <source>raise the limit on the size of files (ulimit -f) or choose another file system</source>
        <translation>die Grenze für die Größe von Dateien erhöhen (ulimit -f) oder ein anderes Dateisystem wählen</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>Rang %1</translation>
    </message>
    <message>
        <source>rank %1 could not %2 within %3 s</source>
        <translation>Rang %1 konnte nicht binnen %3 s: %2</translation>
    </message>
    <message>
        <source>rank %1 failed: </source>
        <translation>Rang %1 misslang: </translation>
    </message>
    <message>
        <source>rank %1 waits for a message that rank %2 does not send</source>
        <translation>Rang %1 wartet auf eine Nachricht, die Rang %2 nicht sendet</translation>
    </message>
    <message>
        <source>ranks broadcast arrays of different length</source>
        <translation>Ränge verteilen Felder verschiedener Länge</translation>
    </message>
    <message>
        <source>ranks reduce arrays of different length</source>
        <translation>Ränge summieren Felder verschiedener Länge</translation>
    </message>
    <message>
        <source>re-write the file with gzip, LZ4, zstd, blosc or bitshuffle (h5repack)</source>
        <translation>die Datei mit gzip, LZ4, zstd, blosc oder bitshuffle neu schreiben (h5repack)</translation>
    </message>
    <message>
        <source>reading the file takes too long: no answer for %1 s</source>
        <translation>das Lesen der Datei dauert zu lange: keine Antwort seit %1 s</translation>
    </message>
    <message>
        <source>real numbers</source>
        <translation>reelle Zahlen</translation>
    </message>
    <message>
        <source>reconstruct both with the same crop_size, binning, energy and distance</source>
        <translation>beide mit gleichem crop_size, Binning, gleicher Energie und gleichem Abstand rekonstruieren</translation>
    </message>
    <message>
        <source>reconstruct the scan again</source>
        <translation>den Scan noch einmal rekonstruieren</translation>
    </message>
    <message>
        <source>remove the frame or correct the file</source>
        <translation>das Bild entfernen oder die Datei berichtigen</translation>
    </message>
    <message>
        <source>repair the file that refers to itself</source>
        <translation>die Datei berichtigen, die auf sich selbst verweist</translation>
    </message>
    <message>
        <source>replace it with --overwrite, or choose another name</source>
        <translation>mit --overwrite ersetzen oder einen anderen Namen wählen</translation>
    </message>
    <message>
        <source>results have /entry/process/program &quot;ewald&quot;</source>
        <translation>Ergebnisse haben /entry/process/program &quot;ewald&quot;</translation>
    </message>
    <message>
        <source>rewrite the file without it, e.g. h5repack -f GZIP=1 OLD NEW where that filter is installed</source>
        <translation>die Datei ohne ihn neu schreiben, etwa h5repack -f GZIP=1 ALT NEU, wo dieser Filter installiert ist</translation>
    </message>
    <message>
        <source>rows and columns count from 0</source>
        <translation>Zeilen und Spalten zählen ab 0</translation>
    </message>
    <message>
        <source>sample angle %1°; positions are used as they are</source>
        <translation>Probenwinkel %1°; die Positionen werden verwendet, wie sie sind</translation>
    </message>
    <message>
        <source>sample-detector distance</source>
        <translation>Abstand von der Probe zum Detektor</translation>
    </message>
    <message>
        <source>save it again as 32-bit integers</source>
        <translation>noch einmal als ganze Zahlen mit 32 Bit speichern</translation>
    </message>
    <message>
        <source>save it again as a binary CBF file</source>
        <translation>noch einmal als binäre CBF-Datei speichern</translation>
    </message>
    <message>
        <source>save it again as integers or floating-point numbers</source>
        <translation>noch einmal als ganze oder Gleitkommazahlen speichern</translation>
    </message>
    <message>
        <source>save it again with byte-offset compression</source>
        <translation>noch einmal mit Byte-Offset-Kompression speichern</translation>
    </message>
    <message>
        <source>save it again with numpy.save as a 2-D array of numbers</source>
        <translation>noch einmal mit numpy.save als zweidimensionales Zahlenfeld speichern</translation>
    </message>
    <message>
        <source>save it again without compression</source>
        <translation>noch einmal ohne Kompression speichern</translation>
    </message>
    <message>
        <source>save them under these names: save(&apos;FILE&apos;, &apos;probe&apos;, &apos;object&apos;, &apos;-v7.3&apos;)</source>
        <translation>unter diesen Namen speichern: save(&apos;DATEI&apos;, &apos;probe&apos;, &apos;object&apos;, &apos;-v7.3&apos;)</translation>
    </message>
    <message>
        <source>say where the positions are with an import mapping</source>
        <translation>mit einer Import-Zuordnung angeben, wo die Positionen sind</translation>
    </message>
    <message>
        <source>say where the positions are with an import mapping (input.mapping, positions_file)</source>
        <translation>mit einer Import-Zuordnung angeben, wo die Positionen sind (input.mapping, positions_file)</translation>
    </message>
    <message>
        <source>say which dataset holds the measured frames with an import mapping</source>
        <translation>mit einer Import-Zuordnung angeben, welcher Datensatz die gemessenen Bilder enthält</translation>
    </message>
    <message>
        <source>say which dataset is what with an import mapping</source>
        <translation>mit einer Import-Zuordnung angeben, welcher Datensatz was ist</translation>
    </message>
    <message>
        <source>scan position %1 is not a number</source>
        <translation>Scanposition %1 ist keine Zahl</translation>
    </message>
    <message>
        <source>seed is not a whole number from 0 up</source>
        <translation>seed ist keine ganze Zahl ab 0</translation>
    </message>
    <message>
        <source>set TMPDIR to a folder that you may write to</source>
        <translation>TMPDIR auf einen beschreibbaren Ordner setzen</translation>
    </message>
    <message>
        <source>set distance_m</source>
        <translation>distance_m setzen</translation>
    </message>
    <message>
        <source>set energy_keV</source>
        <translation>energy_keV setzen</translation>
    </message>
    <message>
        <source>set initial_probe to mean_pattern, gaussian or disk</source>
        <translation>initial_probe auf mean_pattern, gaussian oder disk setzen</translation>
    </message>
    <message>
        <source>set pixel_size_m</source>
        <translation>pixel_size_m setzen</translation>
    </message>
    <message>
        <source>several devices begin so</source>
        <translation>mehrere Geräte beginnen so</translation>
    </message>
    <message>
        <source>start it again with --overwrite for all frames</source>
        <translation>für alle Bilder mit --overwrite neu starten</translation>
    </message>
    <message>
        <source>stopped before both halves were reconstructed, nothing is saved</source>
        <translation>angehalten, bevor beide Hälften rekonstruiert waren, nichts ist gespeichert</translation>
    </message>
    <message>
        <source>stopped before the first iteration</source>
        <translation>vor der ersten Iteration angehalten</translation>
    </message>
    <message>
        <source>stopped before the next iteration</source>
        <translation>vor der nächsten Iteration angehalten</translation>
    </message>
    <message>
        <source>stopped by request after %1 of %2 frames, the patterns up to there are saved</source>
        <translation>auf Wunsch nach %1 von %2 Bildern angehalten, die Diagramme bis dort sind gespeichert</translation>
    </message>
    <message>
        <source>stopped by request after iteration %1 of %2, the result up to there is saved</source>
        <translation>auf Wunsch nach Iteration %1 von %2 angehalten, das Ergebnis bis dort ist gespeichert</translation>
    </message>
    <message>
        <source>stopped while a file was read</source>
        <translation>beim Lesen einer Datei angehalten</translation>
    </message>
    <message>
        <source>switch parallax and sensor_efficiency off</source>
        <translation>parallax und sensor_efficiency ausschalten</translation>
    </message>
    <message>
        <source>text contains a zero byte</source>
        <translation>der Text enthält ein Nullbyte</translation>
    </message>
    <message>
        <source>the %1 file holds %2 images</source>
        <translation>die Datei (%1) enthält %2 Bilder</translation>
    </message>
    <message>
        <source>the %1 file holds no image</source>
        <translation>die Datei (%1) enthält kein Bild</translation>
    </message>
    <message>
        <source>the %1 file holds several images, among them %2 and %3</source>
        <translation>die Datei (%1) enthält mehrere Bilder, darunter %2 und %3</translation>
    </message>
    <message>
        <source>the %1 file is truncated</source>
        <translation>die Datei (%1) ist abgeschnitten</translation>
    </message>
    <message>
        <source>the %1 frames are counted from 0 to %2: name a list of such numbers, or none</source>
        <translation>die %1 Bilder zählen von 0 bis %2: eine Liste solcher Nummern nennen, oder keine</translation>
    </message>
    <message>
        <source>the %1 has %2 x %3 pixels, the frames have %4 x %5</source>
        <translation>%1: %2 x %3 Pixel, die Bilder haben %4 x %5</translation>
    </message>
    <message>
        <source>the %1 has the absurd shape (%2, %3)</source>
        <translation>%1: unsinnige Form (%2, %3)</translation>
    </message>
    <message>
        <source>the %1 has the shape %2, expected an image</source>
        <translation>%1: Form %2, erwartet ist ein Bild</translation>
    </message>
    <message>
        <source>the %1 has the shape%2), expected an image</source>
        <translation>%1: Form%2), erwartet ist ein Bild</translation>
    </message>
    <message>
        <source>the %1 holds no plain numbers</source>
        <translation>%1: enthält keine einfachen Zahlen</translation>
    </message>
    <message>
        <source>the %1 in %2 has pixels of %3, this scan of %4: it is used without rescaling</source>
        <translation>%1 in %2: Pixel von %3, in diesem Scan von %4; wird ohne Umrechnung verwendet</translation>
    </message>
    <message>
        <source>the %1 in %2 has pixels of %3, this scan of %4: it is brought to these</source>
        <translation>%1 in %2: Pixel von %3, in diesem Scan von %4; wird auf diese umgerechnet</translation>
    </message>
    <message>
        <source>the %1 is %2, which is impossible; %3</source>
        <translation>%1: %2 ist unmöglich; %3</translation>
    </message>
    <message>
        <source>the CBF file ends in the middle of the image</source>
        <translation>die CBF-Datei endet mitten im Bild</translation>
    </message>
    <message>
        <source>the CBF file has no binary section</source>
        <translation>die CBF-Datei hat keinen binären Abschnitt</translation>
    </message>
    <message>
        <source>the CBF file holds elements of the type &quot;%1&quot;</source>
        <translation>die CBF-Datei enthält Elemente vom Typ „%1“</translation>
    </message>
    <message>
        <source>the CBF file is compressed with %1, which Ewald cannot undo</source>
        <translation>die CBF-Datei ist mit %1 komprimiert, was Ewald nicht entpacken kann</translation>
    </message>
    <message>
        <source>the CBF file is encoded as %1</source>
        <translation>die CBF-Datei ist als %1 kodiert</translation>
    </message>
    <message>
        <source>the CBF header announces %1 bytes for %2 pixels</source>
        <translation>der CBF-Kopf kündigt %1 Byte für %2 Pixel an</translation>
    </message>
    <message>
        <source>the CBF header does not give the size of the image</source>
        <translation>der CBF-Kopf gibt die Größe des Bilds nicht an</translation>
    </message>
    <message>
        <source>the CBF header gives the absurd shape (%1, %2, %3)</source>
        <translation>der CBF-Kopf gibt die unsinnige Form (%1, %2, %3) an</translation>
    </message>
    <message>
        <source>the CBF header says %1 %2</source>
        <translation>der CBF-Kopf sagt %1 %2</translation>
    </message>
    <message>
        <source>the EDF file holds no complete frame</source>
        <translation>die EDF-Datei enthält kein vollständiges Bild</translation>
    </message>
    <message>
        <source>the EDF file holds pixels of the type &quot;%1&quot;, which Ewald does not know</source>
        <translation>die EDF-Datei enthält Pixel vom Typ „%1“, den Ewald nicht kennt</translation>
    </message>
    <message>
        <source>the EDF file is compressed with %1, which Ewald cannot undo</source>
        <translation>die EDF-Datei ist mit %1 komprimiert, was Ewald nicht entpacken kann</translation>
    </message>
    <message>
        <source>the EDF header announces %1 bytes for %2 of pixels</source>
        <translation>der EDF-Kopf kündigt %1 Byte für %2 an Pixeln an</translation>
    </message>
    <message>
        <source>the EDF header gives the absurd shape (%1, %2, %3)</source>
        <translation>der EDF-Kopf gibt die unsinnige Form (%1, %2, %3) an</translation>
    </message>
    <message>
        <source>the EDF header has no Dim_1</source>
        <translation>der EDF-Kopf hat kein Dim_1</translation>
    </message>
    <message>
        <source>the EDF header has no end</source>
        <translation>der EDF-Kopf hat kein Ende</translation>
    </message>
    <message>
        <source>the EDF header says %1 = %2</source>
        <translation>der EDF-Kopf sagt %1 = %2</translation>
    </message>
    <message>
        <source>the HDF5 file is truncated</source>
        <translation>die HDF5-Datei ist abgeschnitten</translation>
    </message>
    <message>
        <source>the HDF5 file is truncated: %1 are there</source>
        <translation>die HDF5-Datei ist abgeschnitten: %1 sind da</translation>
    </message>
    <message>
        <source>the HDF5 file is truncated: it ends in its first bytes</source>
        <translation>die HDF5-Datei ist abgeschnitten: Sie endet in ihren ersten Bytes</translation>
    </message>
    <message>
        <source>the HDF5 library refused the filter %1</source>
        <translation>die HDF5-Bibliothek hat den Filter %1 abgelehnt</translation>
    </message>
    <message>
        <source>the MATLAB file has neither a variable probe nor a variable object</source>
        <translation>die MATLAB-Datei hat weder eine Variable probe noch eine Variable object</translation>
    </message>
    <message>
        <source>the NPY header of the %1 is damaged</source>
        <translation>%1: der NPY-Kopf ist beschädigt</translation>
    </message>
    <message>
        <source>the PONI file asks for the parallax correction, but names no %1</source>
        <translation>die PONI-Datei verlangt die Parallaxenkorrektur, nennt aber keine Angabe „%1“</translation>
    </message>
    <message>
        <source>the PONI file does not say how large a pixel of the detector &quot;%1&quot; is</source>
        <translation>die PONI-Datei sagt nicht, wie groß ein Pixel des Detektors „%1“ ist</translation>
    </message>
    <message>
        <source>the PONI file has no distance</source>
        <translation>die PONI-Datei hat keinen Abstand</translation>
    </message>
    <message>
        <source>the PONI file has no value for %1</source>
        <translation>die PONI-Datei hat keinen Wert für %1</translation>
    </message>
    <message>
        <source>the TIFF file has absurd rows</source>
        <translation>die TIFF-Datei hat unsinnige Zeilen</translation>
    </message>
    <message>
        <source>the TIFF file has absurd tiles</source>
        <translation>die TIFF-Datei hat unsinnige Kacheln</translation>
    </message>
    <message>
        <source>the TIFF file has pixels of %1 bits%2, expected integers of 1, 8, 16, 32 or 64 bits or floats of 32 or 64</source>
        <translation>die TIFF-Datei hat Pixel mit %1 Bit%2, erwartet sind ganze Zahlen mit 1, 8, 16, 32 oder 64 Bit oder Gleitkommazahlen mit 32 oder 64</translation>
    </message>
    <message>
        <source>the TIFF file is truncated</source>
        <translation>die TIFF-Datei ist abgeschnitten</translation>
    </message>
    <message>
        <source>the TIFF image has %1 values a pixel (colours?), expected one</source>
        <translation>das TIFF-Bild hat %1 Werte je Pixel (Farben?), erwartet ist einer</translation>
    </message>
    <message>
        <source>the TIFF image has changed its shape</source>
        <translation>das TIFF-Bild hat seine Form geändert</translation>
    </message>
    <message>
        <source>the TIFF image has the absurd shape (%1, %2)</source>
        <translation>das TIFF-Bild hat die unsinnige Form (%1, %2)</translation>
    </message>
    <message>
        <source>the absorption in a sensor is known for photons only</source>
        <translation>die Absorption in einem Sensor ist nur für Photonen bekannt</translation>
    </message>
    <message>
        <source>the attenuation of %1 is known from 1 to 1000 keV</source>
        <translation>die Schwächung von %1 ist von 1 bis 1000 keV bekannt</translation>
    </message>
    <message>
        <source>the azimuth range is not between 0 and one turn</source>
        <translation>der Azimutbereich liegt nicht zwischen 0 und einer Umdrehung</translation>
    </message>
    <message>
        <source>the azimuth range is not finite</source>
        <translation>der Azimutbereich ist nicht endlich</translation>
    </message>
    <message>
        <source>the bad pixel %1,%2 is outside the frame of %3 pixels</source>
        <translation>das schlechte Pixel %1,%2 liegt außerhalb des Bilds mit %3 Pixeln</translation>
    </message>
    <message>
        <source>the basis vectors %1 %2 are not understood and not used</source>
        <translation>die Basisvektoren %1 %2 sind unverständlich und werden nicht verwendet</translation>
    </message>
    <message>
        <source>the basis vectors %1 are zero or not finite and not used</source>
        <translation>die Basisvektoren %1 sind null oder nicht endlich und werden nicht verwendet</translation>
    </message>
    <message>
        <source>the basis vectors of the detector are parallel</source>
        <translation>die Basisvektoren des Detektors sind parallel</translation>
    </message>
    <message>
        <source>the beam centre is not known</source>
        <translation>die Strahlmitte ist nicht bekannt</translation>
    </message>
    <message>
        <source>the beam centre of the file is taken as counted from the outer corner of the first pixel; programs differ here by half a pixel</source>
        <translation>die Strahlmitte der Datei gilt als ab der äußeren Ecke des ersten Pixels gezählt; Programme unterscheiden sich hier um ein halbes Pixel</translation>
    </message>
    <message>
        <source>the binning is 0</source>
        <translation>das Binning ist 0</translation>
    </message>
    <message>
        <source>the bitshuffle filter has no element size</source>
        <translation>der Bitshuffle-Filter hat keine Elementgröße</translation>
    </message>
    <message>
        <source>the block at element %1 does not decode to its %2 bytes</source>
        <translation>der Block bei Element %1 ergibt entpackt nicht seine %2 Byte</translation>
    </message>
    <message>
        <source>the block size is not a multiple of 8 elements</source>
        <translation>die Blockgröße ist kein Vielfaches von 8 Elementen</translation>
    </message>
    <message>
        <source>the centre (%1, %2) is outside the frame of %3 pixels</source>
        <translation>die Mitte (%1, %2) liegt außerhalb des Bilds mit %3 Pixeln</translation>
    </message>
    <message>
        <source>the check sum of a chunk does not fit its bytes</source>
        <translation>die Prüfsumme eines Blocks passt nicht zu seinem Inhalt</translation>
    </message>
    <message>
        <source>the checkpoint %1 belongs to a job with other parameters or data: it is not used, and kept as %2</source>
        <translation>der Zwischenstand %1 gehört zu einem Auftrag mit anderen Parametern oder Daten: Er wird nicht verwendet und als %2 behalten</translation>
    </message>
    <message>
        <source>the known probe has %1 x %2 pixels, the frame %3 x %3</source>
        <translation>die bekannte Sonde hat %1 x %2 Pixel, das Bild %3 x %3</translation>
    </message>
    <message>
        <source>the known probe has pixels of %1, the frame gives %2</source>
        <translation>die bekannte Sonde hat Pixel von %1, das Bild ergibt %2</translation>
    </message>
    <message>
        <source>give the result of a scan with the same beam, frame size and distance</source>
        <translation>das Ergebnis eines Scans mit demselben Strahl, gleicher Bildgröße und gleichem Abstand angeben</translation>
    </message>
    <message>
        <source>the result is one of another scan, %1</source>
        <translation>das Ergebnis gehört zu einem anderen Scan, %1</translation>
    </message>
    <message>
        <source>the result is one of other frames</source>
        <translation>das Ergebnis gehört zu anderen Bildern</translation>
    </message>
    <message>
        <source>the result was made with %1 = %2, and the run cannot go on with %3</source>
        <translation>das Ergebnis entstand mit %1 = %2, und der Lauf kann nicht mit %3 weitergehen</translation>
    </message>
    <message>
        <source>give the new result another name, and take this one as initial_probe and initial_object if that is meant</source>
        <translation>dem neuen Ergebnis einen anderen Namen geben und dieses als initial_probe und initial_object nehmen, wenn das gemeint ist</translation>
    </message>
    <message>
        <source>the checkpoint is not usable, and kept as %1: %2</source>
        <translation>der Zwischenstand ist nicht verwendbar und wird als %1 aufgehoben: %2</translation>
    </message>
    <message>
        <source>the chunk has %1 bytes instead of %2</source>
        <translation>der Block hat %1 Byte statt %2</translation>
    </message>
    <message>
        <source>the chunk has %1 frames and %2 positions</source>
        <translation>der Block hat %1 Bilder und %2 Positionen</translation>
    </message>
    <message>
        <source>the chunk is of another size than a frame</source>
        <translation>der Block hat eine andere Größe als ein Bild</translation>
    </message>
    <message>
        <source>the chunk is shorter than its check sum</source>
        <translation>der Block ist kürzer als seine Prüfsumme</translation>
    </message>
    <message>
        <source>the chunk is too short for its blocks</source>
        <translation>der Block ist zu kurz für seine Teile</translation>
    </message>
    <message>
        <source>the chunk is too short for what it should hold</source>
        <translation>der Block ist zu kurz für seinen Inhalt</translation>
    </message>
    <message>
        <source>the chunk says that it decodes to %1 bytes, the file says %2</source>
        <translation>der Block verspricht entpackt %1 Byte, die Datei %2</translation>
    </message>
    <message>
        <source>the compressed frame ends too early</source>
        <translation>das komprimierte Bild endet zu früh</translation>
    </message>
    <message>
        <source>the compression says another element size than the dataset</source>
        <translation>die Kompression nennt eine andere Elementgröße als der Datensatz</translation>
    </message>
    <message>
        <source>the cut-out reaches beyond the frame by %1 rows and columns; they are masked. A smaller crop_size avoids it</source>
        <translation>der Ausschnitt ragt um %1 Zeilen und Spalten über das Bild hinaus; sie sind maskiert. Ein kleineres crop_size vermeidet das</translation>
    </message>
    <message>
        <source>the data are compressed with %1, which Ewald cannot undo</source>
        <translation>die Daten sind mit %1 komprimiert, was Ewald nicht entpacken kann</translation>
    </message>
    <message>
        <source>the data end too early</source>
        <translation>die Daten enden zu früh</translation>
    </message>
    <message>
        <source>the data preparation was stopped before the first chunk: prepare the data again</source>
        <translation>die Datenaufbereitung wurde vor dem ersten Block angehalten: die Daten noch einmal aufbereiten</translation>
    </message>
    <message>
        <source>the dataset</source>
        <translation>der Datensatz</translation>
    </message>
    <message>
        <source>the dataset has another shape than a result of Ewald (%1)</source>
        <translation>der Datensatz hat eine andere Form als ein Ergebnis von Ewald (%1)</translation>
    </message>
    <message>
        <source>the dataset has another shape than an integration of Ewald</source>
        <translation>der Datensatz hat eine andere Form als eine Integration von Ewald</translation>
    </message>
    <message>
        <source>the dataset is empty</source>
        <translation>der Datensatz ist leer</translation>
    </message>
    <message>
        <source>the dataset is too large to be read at once %1</source>
        <translation>der Datensatz ist zu groß, um auf einmal gelesen zu werden %1</translation>
    </message>
    <message>
        <source>the dataset of the frames is empty %1</source>
        <translation>der Datensatz der Bilder ist leer %1</translation>
    </message>
    <message>
        <source>the detector %1 has %2 pixels, the frames have %3</source>
        <translation>der Detektor %1 hat %2 Pixel, die Bilder haben %3</translation>
    </message>
    <message>
        <source>the detector is %1 m away: check the unit of the distance or set distance_m</source>
        <translation>der Detektor ist %1 m entfernt: Einheit des Abstands prüfen oder distance_m setzen</translation>
    </message>
    <message>
        <source>the detector is not in the default orientation: its rows run along %1 and its columns along %2; the positions are turned accordingly</source>
        <translation>der Detektor hat nicht die übliche Orientierung: Seine Zeilen verlaufen entlang %1 und seine Spalten entlang %2; die Positionen werden entsprechend gedreht</translation>
    </message>
    <message>
        <source>the device check gave up waiting</source>
        <translation>die Prüfung der Geräte hat das Warten aufgegeben</translation>
    </message>
    <message>
        <source>the devices reach each other&apos;s memory; no NCCL: %1</source>
        <translation>die Geräte erreichen ihren Speicher gegenseitig; kein NCCL: %1</translation>
    </message>
    <message>
        <source>the direct beam does not meet the plane of the detector</source>
        <translation>der direkte Strahl trifft die Ebene des Detektors nicht</translation>
    </message>
    <message>
        <source>the distance and the pixel size of the geometry have to be positive</source>
        <translation>Abstand und Pixelgröße der Geometrie müssen positiv sein</translation>
    </message>
    <message>
        <source>the distance from the sample to the detector is not known</source>
        <translation>der Abstand von der Probe zum Detektor ist nicht bekannt</translation>
    </message>
    <message>
        <source>the distance is not positive</source>
        <translation>der Abstand ist nicht positiv</translation>
    </message>
    <message>
        <source>the efficiency of the sensor needs its material</source>
        <translation>die Effizienz des Sensors braucht sein Material</translation>
    </message>
    <message>
        <source>the efficiency of the sensor needs the wavelength</source>
        <translation>die Effizienz des Sensors braucht die Wellenlänge</translation>
    </message>
    <message>
        <source>the electron energy is %1 keV, outside 1 to 3000 keV: check its unit or set energy_keV</source>
        <translation>die Elektronenenergie ist %1 keV, außerhalb von 1 bis 3000 keV: Einheit prüfen oder energy_keV setzen</translation>
    </message>
    <message>
        <source>the error model &quot;variance&quot; needs an image of variances</source>
        <translation>das Fehlermodell „variance“ braucht ein Bild der Varianzen</translation>
    </message>
    <message>
        <source>the file announces %1 frames and holds %2: the scan is incomplete</source>
        <translation>die Datei kündigt %1 Bilder an und enthält %2: Der Scan ist unvollständig</translation>
    </message>
    <message>
        <source>the file does not give the %1; %2</source>
        <translation>die Datei gibt nicht an: %1; %2</translation>
    </message>
    <message>
        <source>the file ends %1 bytes too early</source>
        <translation>die Datei endet %1 Byte zu früh</translation>
    </message>
    <message>
        <source>the file ends in the middle of a frame, which is left out: %1</source>
        <translation>die Datei endet mitten in einem Bild, das ausgelassen wird: %1</translation>
    </message>
    <message>
        <source>the file exists already</source>
        <translation>die Datei gibt es schon</translation>
    </message>
    <message>
        <source>the file gives the centre of the frames as row %1, column %2, not the middle; set it with centre_row and centre_col</source>
        <translation>die Datei gibt als Mitte der Bilder Zeile %1, Spalte %2 an, nicht die geometrische Mitte; mit centre_row und centre_col setzen</translation>
    </message>
    <message>
        <source>the file has %1 detectors; %2 is used, what it does not say is taken from the others</source>
        <translation>die Datei hat %1 Detektoren; %2 wird verwendet, was dort fehlt, kommt von den anderen</translation>
    </message>
    <message>
        <source>the file has %1 entries; %2 is used</source>
        <translation>die Datei hat %1 Einträge; %2 wird verwendet</translation>
    </message>
    <message>
        <source>the file has several detectors and does not say which one took the frames; %1 is used</source>
        <translation>die Datei hat mehrere Detektoren und sagt nicht, welcher die Bilder aufgenommen hat; %1 wird verwendet</translation>
    </message>
    <message>
        <source>the file holds frames in %1 places; %2 is taken, others are %3</source>
        <translation>die Datei enthält an %1 Stellen Bilder; %2 wird genommen, andere sind %3</translation>
    </message>
    <message>
        <source>the file holds frames only</source>
        <translation>die Datei enthält nur Bilder</translation>
    </message>
    <message>
        <source>the file holds no scan positions (looked for %1/data_1/translation and %2/sample_1/geometry_1/translation)</source>
        <translation>die Datei enthält keine Scanpositionen (gesucht: %1/data_1/translation und %2/sample_1/geometry_1/translation)</translation>
    </message>
    <message>
        <source>the file holds no scan positions (looked for translation, x and y beside %1 and in %2)</source>
        <translation>die Datei enthält keine Scanpositionen (gesucht: translation, x und y neben %1 und in %2)</translation>
    </message>
    <message>
        <source>the file holds no scan positions: %1</source>
        <translation>die Datei enthält keine Scanpositionen: %1</translation>
    </message>
    <message>
        <source>the file holds positions and probe only</source>
        <translation>die Datei enthält nur Positionen und Sonde</translation>
    </message>
    <message>
        <source>the file is cut off, or still being copied; what is there is used: %1</source>
        <translation>die Datei ist abgeschnitten oder wird noch kopiert; was da ist, wird verwendet: %1</translation>
    </message>
    <message>
        <source>the file is damaged or newer than Ewald: its superblock has the unknown version %1</source>
        <translation>die Datei ist beschädigt oder neuer als Ewald: Ihr Superblock hat die unbekannte Version %1</translation>
    </message>
    <message>
        <source>the file is damaged, or too new: convert it with a newer HDF5: h5repack --high=2 OLD NEW</source>
        <translation>die Datei ist beschädigt oder zu neu: mit einem neueren HDF5 umwandeln: h5repack --high=2 ALT NEU</translation>
    </message>
    <message>
        <source>the file is damaged: it claims to have %1 bytes</source>
        <translation>die Datei ist beschädigt: Sie will %1 Byte groß sein</translation>
    </message>
    <message>
        <source>the file is damaged: the HDF5 library breaks down over it</source>
        <translation>die Datei ist beschädigt: Die HDF5-Bibliothek stürzt darüber ab</translation>
    </message>
    <message>
        <source>the file is damaged: the HDF5 library does not come to an end with it</source>
        <translation>die Datei ist beschädigt: Die HDF5-Bibliothek kommt mit ihr zu keinem Ende</translation>
    </message>
    <message>
        <source>the file is damaged: what it describes takes more than %1 MB of memory</source>
        <translation>die Datei ist beschädigt: Was sie beschreibt, braucht mehr als %1 MB Speicher</translation>
    </message>
    <message>
        <source>the file is damaged: what was read of it makes no sense</source>
        <translation>die Datei ist beschädigt: Was davon gelesen wurde, ist nicht sinnvoll</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>die Datei ist leer</translation>
    </message>
    <message>
        <source>the file is incomplete</source>
        <translation>die Datei ist unvollständig</translation>
    </message>
    <message>
        <source>the file is no HDF5 file and has no dataset %1</source>
        <translation>die Datei ist keine HDF5-Datei und hat keinen Datensatz %1</translation>
    </message>
    <message>
        <source>the file is still being written by another program (it holds a lock)</source>
        <translation>die Datei wird noch von einem anderen Programm geschrieben (es hält eine Sperre)</translation>
    </message>
    <message>
        <source>the file is still being written by another program (marked as open for writing)</source>
        <translation>die Datei wird noch von einem anderen Programm geschrieben (als zum Schreiben geöffnet gekennzeichnet)</translation>
    </message>
    <message>
        <source>the file is still being written by another program, and no frames can be read yet</source>
        <translation>die Datei wird noch von einem anderen Programm geschrieben, und noch lassen sich keine Bilder lesen</translation>
    </message>
    <message>
        <source>the file is still being written: only the frames that were on disk when it was opened are used</source>
        <translation>die Datei wird noch geschrieben: Nur Bilder, die beim Öffnen auf dem Datenträger waren, werden verwendet</translation>
    </message>
    <message>
        <source>the file is still being written; the frames that are complete are used: %1</source>
        <translation>die Datei wird noch geschrieben; die vollständigen Bilder werden verwendet: %1</translation>
    </message>
    <message>
        <source>the file is too large</source>
        <translation>die Datei ist zu groß</translation>
    </message>
    <message>
        <source>the file may be damaged</source>
        <translation>die Datei ist vielleicht beschädigt</translation>
    </message>
    <message>
        <source>the file may be damaged or incomplete</source>
        <translation>die Datei ist vielleicht beschädigt oder unvollständig</translation>
    </message>
    <message>
        <source>the file may be damaged, incomplete or of a kind that detectors do not write</source>
        <translation>die Datei ist vielleicht beschädigt, unvollständig oder von einer Art, die Detektoren nicht schreiben</translation>
    </message>
    <message>
        <source>the file may be damaged, or no CBF file of a detector</source>
        <translation>die Datei ist vielleicht beschädigt oder keine CBF-Datei eines Detektors</translation>
    </message>
    <message>
        <source>the file may be damaged, or no EDF file</source>
        <translation>die Datei ist vielleicht beschädigt oder keine EDF-Datei</translation>
    </message>
    <message>
        <source>the file may be damaged; or cut it into smaller ones</source>
        <translation>die Datei ist vielleicht beschädigt; oder in kleinere zerlegen</translation>
    </message>
    <message>
        <source>the file of module %1 is not there</source>
        <translation>die Datei von Modul %1 fehlt</translation>
    </message>
    <message>
        <source>the file says near field: give the distance from the focus to the sample (focus_to_sample_m)</source>
        <translation>die Datei sagt Nahfeld: den Abstand vom Fokus zur Probe angeben (focus_to_sample_m)</translation>
    </message>
    <message>
        <source>the file says that %1 is in %2; taken in %3 as the mapping says</source>
        <translation>die Datei gibt %1 in %2 an; nach der Zuordnung in %3 genommen</translation>
    </message>
    <message>
        <source>the file was changed or is damaged</source>
        <translation>die Datei wurde geändert oder ist beschädigt</translation>
    </message>
    <message>
        <source>the file was cut short or altered; copy it again from where it was written</source>
        <translation>die Datei wurde gekürzt oder verändert; noch einmal von dort kopieren, wo sie geschrieben wurde</translation>
    </message>
    <message>
        <source>the file was replaced by another one since it was opened</source>
        <translation>die Datei wurde seit dem Öffnen durch eine andere ersetzt</translation>
    </message>
    <message>
        <source>the file&apos;s filter description is damaged</source>
        <translation>die Beschreibung des Filters in der Datei ist beschädigt</translation>
    </message>
    <message>
        <source>the filter has no element size</source>
        <translation>der Filter hat keine Elementgröße</translation>
    </message>
    <message>
        <source>the first frame is %1, the data have %2</source>
        <translation>das erste Bild ist %1, die Daten haben %2</translation>
    </message>
    <message>
        <source>the first value has to be the smaller one</source>
        <translation>der erste Wert muss der kleinere sein</translation>
    </message>
    <message>
        <source>the flat field %1 holds no positive number; it is not used</source>
        <translation>das Flatfield %1 enthält keine positive Zahl; es wird nicht verwendet</translation>
    </message>
    <message>
        <source>the flat field of module %1 holds no positive number; it is not used</source>
        <translation>das Flatfield von Modul %1 enthält keine positive Zahl; es wird nicht verwendet</translation>
    </message>
    <message>
        <source>the frame ends too early</source>
        <translation>das Bild endet zu früh</translation>
    </message>
    <message>
        <source>the frame step is 0</source>
        <translation>die Schrittweite der Bilder ist 0</translation>
    </message>
    <message>
        <source>the frames are a virtual dataset whose source file %1 is not there</source>
        <translation>die Bilder sind ein virtueller Datensatz, dessen Quelldatei %1 fehlt</translation>
    </message>
    <message>
        <source>the frames are compressed with %1, which Ewald cannot undo</source>
        <translation>die Bilder sind mit %1 komprimiert, was Ewald nicht entpacken kann</translation>
    </message>
    <message>
        <source>the frames are empty: no pixel has any counts</source>
        <translation>die Bilder sind leer: Kein Pixel hat Ereignisse</translation>
    </message>
    <message>
        <source>the frames are integrated on the processor: %1</source>
        <translation>die Bilder werden auf dem Prozessor integriert: %1</translation>
    </message>
    <message>
        <source>the frames are stored as %1, not as real numbers</source>
        <translation>die Bilder sind als %1 gespeichert, nicht als reelle Zahlen</translation>
    </message>
    <message>
        <source>the frames are to be divided by the flat field %1</source>
        <translation>die Bilder sind durch das Flatfield %1 zu teilen</translation>
    </message>
    <message>
        <source>the frames cannot be reached</source>
        <translation>die Bilder sind nicht erreichbar</translation>
    </message>
    <message>
        <source>the frames have the absurd shape %1</source>
        <translation>die Bilder haben die unsinnige Form %1</translation>
    </message>
    <message>
        <source>the frames have the shape %1, a scan needs (frames, rows, columns)</source>
        <translation>die Bilder haben die Form %1, ein Scan braucht (Bilder, Zeilen, Spalten)</translation>
    </message>
    <message>
        <source>the frames have the shape %1, which Ewald does not understand</source>
        <translation>die Bilder haben die Form %1, die Ewald nicht versteht</translation>
    </message>
    <message>
        <source>the frames take %1 as 16-bit counts</source>
        <translation>die Bilder brauchen %1 als Zählwerte mit 16 Bit</translation>
    </message>
    <message>
        <source>the frames take %1 as 8-bit counts</source>
        <translation>die Bilder brauchen %1 als Zählwerte mit 8 Bit</translation>
    </message>
    <message>
        <source>the frames take %1 as single-precision amplitudes</source>
        <translation>die Bilder brauchen %1 als Amplituden einfacher Genauigkeit</translation>
    </message>
    <message>
        <source>the geometry has a value that is not finite</source>
        <translation>die Geometrie hat einen Wert, der nicht endlich ist</translation>
    </message>
    <message>
        <source>the header does not fit the chunk</source>
        <translation>der Kopf passt nicht zum Block</translation>
    </message>
    <message>
        <source>the import mapping names no dataset for the frames</source>
        <translation>die Import-Zuordnung nennt keinen Datensatz für die Bilder</translation>
    </message>
    <message>
        <source>the import mapping names no dataset for the positions</source>
        <translation>die Import-Zuordnung nennt keinen Datensatz für die Positionen</translation>
    </message>
    <message>
        <source>the incident intensity %1 has negative, missing or only zero values; it is not used</source>
        <translation>die einfallende Intensität %1 hat negative, fehlende oder nur Nullwerte; sie wird nicht verwendet</translation>
    </message>
    <message>
        <source>the index of the dataset&apos;s chunks cannot be read (%1)</source>
        <translation>das Verzeichnis der Blöcke des Datensatzes lässt sich nicht lesen (%1)</translation>
    </message>
    <message>
        <source>the initial guess contains values that are not numbers</source>
        <translation>die Anfangsschätzung enthält Werte, die keine Zahlen sind</translation>
    </message>
    <message>
        <source>the initial probe is empty or not a number</source>
        <translation>die Anfangssonde ist leer oder keine Zahl</translation>
    </message>
    <message>
        <source>the job could not be started: </source>
        <translation>der Auftrag ließ sich nicht starten: </translation>
    </message>
    <message>
        <source>the job of the result is not JSON</source>
        <translation>der Auftrag im Ergebnis ist kein JSON</translation>
    </message>
    <message>
        <source>the largest value of %1</source>
        <translation>den größten Wert von %1</translation>
    </message>
    <message>
        <source>the limit of sigma clipping is not a number from 0 on</source>
        <translation>die Grenze des Sigma-Clippings ist keine Zahl ab 0</translation>
    </message>
    <message>
        <source>the link %1 leads to %2 in the file %3, which has no such object</source>
        <translation>der Verweis %1 führt zu %2 in der Datei %3, die kein solches Objekt hat</translation>
    </message>
    <message>
        <source>the link %1 leads to %2 in the file %3, which is not there</source>
        <translation>der Verweis %1 führt zu %2 in der Datei %3, die fehlt</translation>
    </message>
    <message>
        <source>the link %1 leads to %2, which is not in the file</source>
        <translation>der Verweis %1 führt zu %2, was nicht in der Datei ist</translation>
    </message>
    <message>
        <source>the link %1 leads to %2: %3</source>
        <translation>der Verweis %1 führt zu %2: %3</translation>
    </message>
    <message>
        <source>the link %1 leads to the file %2, which is not there</source>
        <translation>der Verweis %1 führt zur Datei %2, die fehlt</translation>
    </message>
    <message>
        <source>the links to %1 go round in a circle</source>
        <translation>die Verweise nach %1 führen im Kreis</translation>
    </message>
    <message>
        <source>the lower quantile is above the upper one</source>
        <translation>das untere Quantil liegt über dem oberen</translation>
    </message>
    <message>
        <source>the mask %1 %2 is no image; it is not used</source>
        <translation>die Maske %1 %2 ist kein Bild; sie wird nicht verwendet</translation>
    </message>
    <message>
        <source>the mask %1 has one layer a frame; a pixel that is bad in one of them is left out in all</source>
        <translation>die Maske %1 hat eine Ebene je Bild; ein Pixel, das in einer davon schlecht ist, wird in allen ausgelassen</translation>
    </message>
    <message>
        <source>the mask has %1 pixels, the frames have %2</source>
        <translation>die Maske hat %1 Pixel, die Bilder haben %2</translation>
    </message>
    <message>
        <source>the mask has %1 x %2 pixels, the frames have %3 x %4</source>
        <translation>die Maske hat %1 x %2 Pixel, die Bilder haben %3 x %4</translation>
    </message>
    <message>
        <source>the mask has %1 × %2 pixels, the frames have %3 × %4: leave it out by an import mapping</source>
        <translation>die Maske hat %1 × %2 Pixel, die Bilder haben %3 × %4: mit einer Import-Zuordnung weglassen</translation>
    </message>
    <message>
        <source>the mask has the absurd shape %1</source>
        <translation>die Maske hat die unsinnige Form %1</translation>
    </message>
    <message>
        <source>the measurement may have been aborted before the first frame</source>
        <translation>die Messung wurde vielleicht vor dem ersten Bild abgebrochen</translation>
    </message>
    <message>
        <source>the measurement may have been aborted before the first frame, or be about to begin</source>
        <translation>die Messung wurde vielleicht vor dem ersten Bild abgebrochen, oder sie beginnt gerade</translation>
    </message>
    <message>
        <source>the modules have pixels of different types</source>
        <translation>die Module haben Pixel verschiedenen Typs</translation>
    </message>
    <message>
        <source>the modules hold no complete frame</source>
        <translation>die Module enthalten kein vollständiges Bild</translation>
    </message>
    <message>
        <source>the monitor holds %1 values for %2 frames</source>
        <translation>der Monitor enthält %1 Werte für %2 Bilder</translation>
    </message>
    <message>
        <source>the monitor holds %1, not numbers</source>
        <translation>der Monitor enthält %1, keine Zahlen</translation>
    </message>
    <message>
        <source>the object has %1 slices; their product is taken</source>
        <translation>das Objekt hat %1 Schichten; ihr Produkt wird genommen</translation>
    </message>
    <message>
        <source>the object of A has no contrast where it is well lit</source>
        <translation>das Objekt von A hat im gut beleuchteten Bereich keinen Kontrast</translation>
    </message>
    <message>
        <source>the object of B has no contrast where it is well lit</source>
        <translation>das Objekt von B hat im gut beleuchteten Bereich keinen Kontrast</translation>
    </message>
    <message>
        <source>the object or probe has another size than this job&apos;s</source>
        <translation>Objekt oder Sonde haben eine andere Größe als in diesem Auftrag</translation>
    </message>
    <message>
        <source>the object pixel is %1, but energy or distance are missing; set them by hand</source>
        <translation>das Objektpixel ist %1, aber Energie oder Abstand fehlen; von Hand setzen</translation>
    </message>
    <message>
        <source>the object would have %1 × %2 pixels</source>
        <translation>das Objekt hätte %1 × %2 Pixel</translation>
    </message>
    <message>
        <source>the objects are not correlated, not even at the lowest frequencies (%1, below the half-bit threshold of %2)</source>
        <translation>die Objekte sind nicht korreliert, nicht einmal bei den tiefsten Frequenzen (%1, unter der Halb-Bit-Schwelle von %2)</translation>
    </message>
    <message>
        <source>the orientation in the PONI file is not 1, 2, 3 or 4</source>
        <translation>die Orientierung in der PONI-Datei ist nicht 1, 2, 3 oder 4</translation>
    </message>
    <message>
        <source>the pattern has no bins</source>
        <translation>das Diagramm hat keine Klassen</translation>
    </message>
    <message>
        <source>the photon energy is %1 keV, outside 0.05 to 500 keV: %2, otherwise check its unit or set energy_keV</source>
        <translation>die Photonenenergie ist %1 keV, außerhalb von 0,05 bis 500 keV: %2, sonst Einheit prüfen oder energy_keV setzen</translation>
    </message>
    <message>
        <source>the photon energy is %1 keV, outside 0.05 to 500 keV: check its unit or set energy_keV</source>
        <translation>die Photonenenergie ist %1 keV, außerhalb von 0,05 bis 500 keV: Einheit prüfen oder energy_keV setzen</translation>
    </message>
    <message>
        <source>the photon energy is %1 keV: %2</source>
        <translation>die Photonenenergie ist %1 keV: %2</translation>
    </message>
    <message>
        <source>the pipeline has no stage</source>
        <translation>der Ablauf hat keine Stufe</translation>
    </message>
    <message>
        <source>the pixel size is not known</source>
        <translation>die Pixelgröße ist nicht bekannt</translation>
    </message>
    <message>
        <source>the pixel size is not positive</source>
        <translation>die Pixelgröße ist nicht positiv</translation>
    </message>
    <message>
        <source>the pixel table is too large</source>
        <translation>die Pixeltabelle ist zu groß</translation>
    </message>
    <message>
        <source>the pixels of a frame sum up to %1 counts, too many to compute with</source>
        <translation>die Pixel eines Bilds ergeben zusammen %1 Ereignisse, zu viele zum Rechnen</translation>
    </message>
    <message>
        <source>the pixels of the objects have different sizes: %1 and %2</source>
        <translation>die Pixel der Objekte sind verschieden groß: %1 und %2</translation>
    </message>
    <message>
        <source>the pixels that are not masked cover %1 to %2 %3</source>
        <translation>die nicht maskierten Pixel reichen von %1 bis %2 %3</translation>
    </message>
    <message>
        <source>the place of the module is missing</source>
        <translation>der Ort des Moduls fehlt</translation>
    </message>
    <message>
        <source>the place of the module makes no sense</source>
        <translation>der Ort des Moduls ist nicht sinnvoll</translation>
    </message>
    <message>
        <source>the polarization factor is out of range</source>
        <translation>der Polarisationsfaktor liegt außerhalb des Bereichs</translation>
    </message>
    <message>
        <source>the positions are probably in %1: set their unit by an import mapping</source>
        <translation>die Positionen sind wahrscheinlich in %1: ihre Einheit mit einer Import-Zuordnung setzen</translation>
    </message>
    <message>
        <source>the positions have the shape %1, expected (N,3), (N,2), (3,N) or (2,N)</source>
        <translation>die Positionen haben die Form %1, erwartet ist (N,3), (N,2), (3,N) oder (2,N)</translation>
    </message>
    <message>
        <source>the positions of %1 are not finite numbers: name another dataset for the positions</source>
        <translation>die Positionen von %1 sind keine endlichen Zahlen: einen anderen Datensatz für die Positionen nennen</translation>
    </message>
    <message>
        <source>the positions span %1, so the object would have %2 pixels of %3 a side; %4</source>
        <translation>die Positionen überspannen %1, also hätte das Objekt %2 Pixel von %3 je Seite; %4</translation>
    </message>
    <message>
        <source>the positions span only %1, less than one object pixel (%2): check the unit of the positions</source>
        <translation>die Positionen überspannen nur %1, weniger als ein Objektpixel (%2): Einheit der Positionen prüfen</translation>
    </message>
    <message>
        <source>the probe %1 %2 varies over the scan; its first entry is taken</source>
        <translation>die Sonde %1 %2 ändert sich im Lauf des Scans; ihr erster Eintrag wird genommen</translation>
    </message>
    <message>
        <source>the probe %1 holds values that are not finite; it is not used</source>
        <translation>die Sonde %1 enthält Werte, die nicht endlich sind; sie wird nicht verwendet</translation>
    </message>
    <message>
        <source>the probe has %1 × %2 pixels, the frames %3 × %4: they may have been cropped or binned; check the detector&apos;s pixel size</source>
        <translation>die Sonde hat %1 × %2 Pixel, die Bilder %3 × %4: vielleicht zugeschnitten oder gebinnt; Pixelgröße des Detektors prüfen</translation>
    </message>
    <message>
        <source>the process that reads the file was ended from outside</source>
        <translation>der Prozess, der die Datei liest, wurde von außen beendet</translation>
    </message>
    <message>
        <source>the product does not say the pixel size of probe or object; set the detector&apos;s pixel size by hand</source>
        <translation>das Produkt nennt die Pixelgröße von Sonde oder Objekt nicht; Pixelgröße des Detektors von Hand setzen</translation>
    </message>
    <message>
        <source>the program ewald-hdf5-server belongs to another build (%1)</source>
        <translation>das Programm ewald-hdf5-server gehört zu einer anderen Übersetzung (%1)</translation>
    </message>
    <message>
        <source>the program ewald-hdf5-server, which reads HDF5 files, is missing</source>
        <translation>das Programm ewald-hdf5-server, das HDF5-Dateien liest, fehlt</translation>
    </message>
    <message>
        <source>the quantiles are no range within 0 to 1</source>
        <translation>die Quantile sind kein Bereich innerhalb von 0 bis 1</translation>
    </message>
    <message>
        <source>the radial range is empty</source>
        <translation>der radiale Bereich ist leer</translation>
    </message>
    <message>
        <source>the radial range lies outside the detector</source>
        <translation>der radiale Bereich liegt außerhalb des Detektors</translation>
    </message>
    <message>
        <source>the range &quot;%1&quot; is not two numbers</source>
        <translation>der Bereich „%1“ besteht nicht aus zwei Zahlen</translation>
    </message>
    <message>
        <source>the range of the propagation is empty</source>
        <translation>der Bereich der Ausbreitung ist leer</translation>
    </message>
    <message>
        <source>the reconstruction diverged however short its steps were; the best state, after iteration %1, is saved</source>
        <translation>die Rekonstruktion lief auseinander, so kurz die Schritte auch waren; der beste Stand, nach Iteration %1, ist gespeichert</translation>
    </message>
    <message>
        <source>the result exists already</source>
        <translation>das Ergebnis gibt es schon</translation>
    </message>
    <message>
        <source>the result exists already, without some of its frames</source>
        <translation>das Ergebnis gibt es schon, ohne einen Teil seiner Bilder</translation>
    </message>
    <message>
        <source>the result has no errors</source>
        <translation>das Ergebnis hat keine Fehlerangaben</translation>
    </message>
    <message>
        <source>the result has no frame %1 (it has %2)</source>
        <translation>das Ergebnis hat kein Bild %1 (es hat %2)</translation>
    </message>
    <message>
        <source>the result of an integration, not of a reconstruction</source>
        <translation>das Ergebnis einer Integration, nicht einer Rekonstruktion</translation>
    </message>
    <message>
        <source>the results have no common area of 16 × 16 pixels that is well lit in both</source>
        <translation>die Ergebnisse haben keine gemeinsame Fläche von 16 × 16 Pixeln, die in beiden gut beleuchtet ist</translation>
    </message>
    <message>
        <source>the rotations turn it by 90° or more</source>
        <translation>die Drehungen drehen ihn um 90° oder mehr</translation>
    </message>
    <message>
        <source>the run diverges: the error is %1 in iteration %2</source>
        <translation>der Lauf läuft auseinander: Der Fehler ist %1 in Iteration %2</translation>
    </message>
    <message>
        <source>the scaling report is of ptychography jobs, this one integrates</source>
        <translation>die Skalierung wird an Ptychographie-Aufträgen gemessen, dieser integriert</translation>
    </message>
    <message>
        <source>the scan has %1 parts; open %2 for all of them</source>
        <translation>der Scan hat %1 Teile; für alle %2 öffnen</translation>
    </message>
    <message>
        <source>the scan has no frames</source>
        <translation>der Scan hat keine Bilder</translation>
    </message>
    <message>
        <source>the scan may have been aborted</source>
        <translation>der Scan wurde vielleicht abgebrochen</translation>
    </message>
    <message>
        <source>the scan positions cannot be reached</source>
        <translation>die Scanpositionen sind nicht erreichbar</translation>
    </message>
    <message>
        <source>the sensor has a thickness but no material</source>
        <translation>der Sensor hat eine Dicke, aber kein Material</translation>
    </message>
    <message>
        <source>the source %1: %2</source>
        <translation>die Quelle %1: %2</translation>
    </message>
    <message>
        <source>the source file %1 is not there</source>
        <translation>die Quelldatei %1 fehlt</translation>
    </message>
    <message>
        <source>the source file %1 of the virtual dataset is not there</source>
        <translation>die Quelldatei %1 des virtuellen Datensatzes fehlt</translation>
    </message>
    <message>
        <source>the source file %1 of the virtual dataset is not there (%2 are missing)</source>
        <translation>die Quelldatei %1 des virtuellen Datensatzes fehlt (%2 fehlen)</translation>
    </message>
    <message>
        <source>the step between positions (%1) is larger than the probe window (%2): frames do not overlap; check the units of the positions</source>
        <translation>der Schritt zwischen Positionen (%1) ist größer als das Fenster der Sonde (%2): Bilder überlappen nicht; Einheiten der Positionen prüfen</translation>
    </message>
    <message>
        <source>the stream cannot be decoded</source>
        <translation>der Datenstrom lässt sich nicht entpacken</translation>
    </message>
    <message>
        <source>the stream ends too early</source>
        <translation>der Datenstrom endet zu früh</translation>
    </message>
    <message>
        <source>the sum is wrong on rank %1</source>
        <translation>die Summe ist auf Rang %1 falsch</translation>
    </message>
    <message>
        <source>the table holds no numbers</source>
        <translation>die Tabelle enthält keine Zahlen</translation>
    </message>
    <message>
        <source>the table is larger than 1 GiB</source>
        <translation>die Tabelle ist größer als 1 GiB</translation>
    </message>
    <message>
        <source>the table would have %1 columns of %2 numbers</source>
        <translation>die Tabelle hätte %1 Spalten mit %2 Zahlen</translation>
    </message>
    <message>
        <source>the tilt is 90° or more</source>
        <translation>die Neigung ist 90° oder mehr</translation>
    </message>
    <message>
        <source>the tilt is out of range</source>
        <translation>die Neigung liegt außerhalb des Bereichs</translation>
    </message>
    <message>
        <source>the transmission of the sensor is not between 0 and 1</source>
        <translation>die Durchlässigkeit des Sensors liegt nicht zwischen 0 und 1</translation>
    </message>
    <message>
        <source>the unit &quot;%1&quot; of %2 is no energy; ignored</source>
        <translation>die Einheit „%1“ von %2 ist keine Energie; übergangen</translation>
    </message>
    <message>
        <source>the unit &quot;%1&quot; of %2 is no length; taken as %3</source>
        <translation>die Einheit „%1“ von %2 ist keine Länge; als %3 genommen</translation>
    </message>
    <message>
        <source>the unit &quot;%1&quot; of %2 is not understood; taken as pixels</source>
        <translation>die Einheit „%1“ von %2 ist unverständlich; als Pixel genommen</translation>
    </message>
    <message>
        <source>the virtual dataset</source>
        <translation>der virtuelle Datensatz</translation>
    </message>
    <message>
        <source>the virtual dataset names too many files</source>
        <translation>der virtuelle Datensatz nennt zu viele Dateien</translation>
    </message>
    <message>
        <source>the wavelength in the PONI file is not positive</source>
        <translation>die Wellenlänge in der PONI-Datei ist nicht positiv</translation>
    </message>
    <message>
        <source>the waves of %1 take %2, %3: they are not saved. A run that is interrupted during %1 begins that stage again, and a result of %1 is continued without its waves</source>
        <translation>die Wellen von %1 brauchen %2, %3: Sie werden nicht gespeichert. Ein Lauf, der während %1 unterbrochen wird, beginnt diese Stufe neu, und ein Ergebnis von %1 wird ohne seine Wellen fortgesetzt</translation>
    </message>
    <message>
        <source>their windows have %1 and %2 pixels a side</source>
        <translation>ihre Fenster haben %1 und %2 Pixel je Seite</translation>
    </message>
    <message>
        <source>there are %1</source>
        <translation>es gibt %1</translation>
    </message>
    <message>
        <source>there are no frames</source>
        <translation>es gibt keine Bilder</translation>
    </message>
    <message>
        <source>there are no scan positions</source>
        <translation>es gibt keine Scanpositionen</translation>
    </message>
    <message>
        <source>there is no %1 (%2 holds %3)</source>
        <translation>es gibt kein %1 (%2 enthält %3)</translation>
    </message>
    <message>
        <source>there is no %1 (%2 is empty or no group)</source>
        <translation>es gibt kein %1 (%2 ist leer oder keine Gruppe)</translation>
    </message>
    <message>
        <source>there is no channel %1 in %2</source>
        <translation>es gibt keinen Kanal %1 in %2</translation>
    </message>
    <message>
        <source>there is no d-spacing in the file</source>
        <translation>die Datei enthält keinen Netzebenenabstand</translation>
    </message>
    <message>
        <source>there is no folder for temporary files</source>
        <translation>Es gibt keinen Ordner für temporäre Dateien</translation>
    </message>
    <message>
        <source>there is no image to write</source>
        <translation>es gibt kein Bild zu schreiben</translation>
    </message>
    <message>
        <source>there is no map of one point</source>
        <translation>aus einem Punkt wird keine Karte</translation>
    </message>
    <message>
        <source>there is no mask to write</source>
        <translation>es gibt keine Maske zu schreiben</translation>
    </message>
    <message>
        <source>there is no object in the file</source>
        <translation>die Datei enthält kein Objekt</translation>
    </message>
    <message>
        <source>there is no probe in the file</source>
        <translation>die Datei enthält keine Sonde</translation>
    </message>
    <message>
        <source>there is nothing to continue from: the job starts from the beginning</source>
        <translation>es gibt nichts fortzusetzen: Der Auftrag beginnt von vorn</translation>
    </message>
    <message>
        <source>this device does not take %1 in blocks of %2 pixels</source>
        <translation>dieses Gerät nimmt %1 nicht in Blöcken von %2 Pixeln</translation>
    </message>
    <message>
        <source>this file belongs to the queue</source>
        <translation>Diese Datei gehört der Warteschlange</translation>
    </message>
    <message>
        <source>this installation has no %1 module (package %2)</source>
        <translation>diese Installation hat kein Modul %1 (Paket %2)</translation>
    </message>
    <message>
        <source>this is a single image, not a scan</source>
        <translation>dies ist ein einzelnes Bild, kein Scan</translation>
    </message>
    <message>
        <source>this is no parameter but a field of the job, on the command line --%1</source>
        <translation>dies ist kein Parameter, sondern ein Feld des Auftrags, in der Befehlszeile --%1</translation>
    </message>
    <message>
        <source>this is no zstd frame</source>
        <translation>dies ist kein zstd-Datenblock</translation>
    </message>
    <message>
        <source>this is not a PONI file</source>
        <translation>dies ist keine PONI-Datei</translation>
    </message>
    <message>
        <source>this process has another job or other data than the first one</source>
        <translation>dieser Prozess hat einen anderen Auftrag oder andere Daten als der erste</translation>
    </message>
    <message>
        <source>this program writes &quot;version&quot;: %1</source>
        <translation>dieses Programm schreibt &quot;version&quot;: %1</translation>
    </message>
    <message>
        <source>thresholds of floating-point frames are the processor&apos;s</source>
        <translation>Schwellen für Bilder aus Gleitkommazahlen rechnet der Prozessor</translation>
    </message>
    <message>
        <source>too many bins</source>
        <translation>zu viele Klassen</translation>
    </message>
    <message>
        <source>too much for the computer&apos;s memory</source>
        <translation>zu viel für den Speicher des Rechners</translation>
    </message>
    <message>
        <source>too much for the disk of the result</source>
        <translation>zu viel für den Datenträger des Ergebnisses</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true oder false</translation>
    </message>
    <message>
        <source>try a larger alpha or batch, or another initial probe</source>
        <translation>größeres Alpha oder größeren Stapel versuchen, oder eine andere Anfangssonde</translation>
    </message>
    <message>
        <source>try again</source>
        <translation>noch einmal versuchen</translation>
    </message>
    <message>
        <source>try again; the system may be short of memory</source>
        <translation>noch einmal versuchen; vielleicht ist der Speicher knapp</translation>
    </message>
    <message>
        <source>under-responding</source>
        <translation>zu unempfindlich</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>unknown compression %1 of the bitshuffle filter</source>
        <translation>unbekannte Kompression %1 des Bitshuffle-Filters</translation>
    </message>
    <message>
        <source>unknown detector &quot;%1&quot;</source>
        <translation>unbekannter Detektor „%1“</translation>
    </message>
    <message>
        <source>unknown engine &quot;%1&quot;</source>
        <translation>unbekanntes Verfahren „%1“</translation>
    </message>
    <message>
        <source>unknown error model &quot;%1&quot;</source>
        <translation>unbekanntes Fehlermodell „%1“</translation>
    </message>
    <message>
        <source>unknown error of the loader</source>
        <translation>unbekannter Fehler des Laders</translation>
    </message>
    <message>
        <source>unknown format of patterns &quot;%1&quot;</source>
        <translation>unbekanntes Format für Diagramme „%1“</translation>
    </message>
    <message>
        <source>unknown key &quot;%1&quot;</source>
        <translation>unbekannter Schlüssel „%1“</translation>
    </message>
    <message>
        <source>unknown kind of device &apos;%1&apos;</source>
        <translation>unbekannte Art von Gerät „%1“</translation>
    </message>
    <message>
        <source>unknown kind of file</source>
        <translation>unbekannte Art von Datei</translation>
    </message>
    <message>
        <source>unknown order of positions &quot;%1&quot;</source>
        <translation>unbekannte Reihenfolge der Positionen „%1“</translation>
    </message>
    <message>
        <source>unknown parameter</source>
        <translation>unbekannter Parameter</translation>
    </message>
    <message>
        <source>unknown pixel splitting &quot;%1&quot;</source>
        <translation>unbekanntes Teilen der Pixel „%1“</translation>
    </message>
    <message>
        <source>unknown sensor material &quot;%1&quot;</source>
        <translation>unbekanntes Material des Sensors „%1“</translation>
    </message>
    <message>
        <source>unknown unit &quot;%1&quot;</source>
        <translation>unbekannte Einheit „%1“</translation>
    </message>
    <message>
        <source>unknown unit of length &quot;%1&quot;</source>
        <translation>unbekannte Längeneinheit „%1“</translation>
    </message>
    <message>
        <source>unpack it first (bunzip2)</source>
        <translation>erst auspacken (bunzip2)</translation>
    </message>
    <message>
        <source>unpack it first (gunzip)</source>
        <translation>erst auspacken (gunzip)</translation>
    </message>
    <message>
        <source>update Ewald</source>
        <translation>Ewald aktualisieren</translation>
    </message>
    <message>
        <source>use .csv or .dat, or --tiff</source>
        <translation>.csv oder .dat verwenden, oder --tiff</translation>
    </message>
    <message>
        <source>use .csv, .h5 or .json</source>
        <translation>.csv, .h5 oder .json verwenden</translation>
    </message>
    <message>
        <source>use .xy, .dat, .chi, .fxye or .csv</source>
        <translation>.xy, .dat, .chi, .fxye oder .csv verwenden</translation>
    </message>
    <message>
        <source>use 1 or more</source>
        <translation>1 oder mehr verwenden</translation>
    </message>
    <message>
        <source>use 1 or more, 3 for deviations</source>
        <translation>1 oder mehr verwenden, 3 für Abweichungen</translation>
    </message>
    <message>
        <source>use &quot;file&quot;</source>
        <translation>&quot;file&quot; verwenden</translation>
    </message>
    <message>
        <source>use a program that knows it, such as pyFAI</source>
        <translation>ein Programm verwenden, das ihn kennt, etwa pyFAI</translation>
    </message>
    <message>
        <source>use a smaller binning</source>
        <translation>kleineres Binning verwenden</translation>
    </message>
    <message>
        <source>use a smaller number</source>
        <translation>eine kleinere Zahl verwenden</translation>
    </message>
    <message>
        <source>use at most %1, or 0 for the largest square</source>
        <translation>höchstens %1 verwenden, oder 0 für das größte Quadrat</translation>
    </message>
    <message>
        <source>use auto</source>
        <translation>auto verwenden</translation>
    </message>
    <message>
        <source>use bitshuffle, LZ4 or zstd</source>
        <translation>bitshuffle, LZ4 oder zstd verwenden</translation>
    </message>
    <message>
        <source>use fewer bins</source>
        <translation>weniger Klassen verwenden</translation>
    </message>
    <message>
        <source>use fewer frames, a smaller crop, or binning</source>
        <translation>weniger Bilder, einen kleineren Ausschnitt oder Binning verwenden</translation>
    </message>
    <message>
        <source>use fewer or smaller frames, or fewer workers</source>
        <translation>weniger oder kleinere Bilder oder weniger Arbeiter verwenden</translation>
    </message>
    <message>
        <source>use fewer workers</source>
        <translation>weniger Arbeiter verwenden</translation>
    </message>
    <message>
        <source>use it as initial_probe and initial_object of a new job</source>
        <translation>als initial_probe und initial_object eines neuen Auftrags verwenden</translation>
    </message>
    <message>
        <source>use m, mm, um, nm or A</source>
        <translation>m, mm, um, nm oder A verwenden</translation>
    </message>
    <message>
        <source>use no, bbox or full</source>
        <translation>no, bbox oder full verwenden</translation>
    </message>
    <message>
        <source>use none, poisson, azimuthal, azimuthal_shares or variance</source>
        <translation>none, poisson, azimuthal, azimuthal_shares oder variance verwenden</translation>
    </message>
    <message>
        <source>use one of %1</source>
        <translation>eine von %1 verwenden</translation>
    </message>
    <message>
        <source>use one that was made for these frames</source>
        <translation>etwas verwenden, das für diese Bilder gemacht ist</translation>
    </message>
    <message>
        <source>use the PONI file that was made for these frames, or name its detector &quot;Detector&quot; and give pixel1 and pixel2</source>
        <translation>die für diese Bilder gemachte PONI-Datei verwenden oder ihren Detektor „Detector“ nennen und pixel1 und pixel2 angeben</translation>
    </message>
    <message>
        <source>use the PONI file that was made for these frames, or remove its max_shape</source>
        <translation>die für diese Bilder gemachte PONI-Datei verwenden oder max_shape daraus entfernen</translation>
    </message>
    <message>
        <source>use the mask that was made for these frames</source>
        <translation>die für diese Bilder gemachte Maske verwenden</translation>
    </message>
    <message>
        <source>use the mpirun of that MPI, or srun --mpi=pmix</source>
        <translation>mpirun jenes MPI verwenden, oder srun --mpi=pmix</translation>
    </message>
    <message>
        <source>use xy or yx</source>
        <translation>xy oder yx verwenden</translation>
    </message>
    <message>
        <source>used %1 J (%2)</source>
        <translation>%1 J verbraucht (%2)</translation>
    </message>
    <message>
        <source>value %1 is not %2</source>
        <translation>Wert %1 ist nicht: %2</translation>
    </message>
    <message>
        <source>value %1 is not one of %2</source>
        <translation>Wert %1 ist keiner von %2</translation>
    </message>
    <message>
        <source>value %1 is not one of %2 or the path of a file</source>
        <translation>Wert %1 ist weder einer von %2 noch der Pfad einer Datei</translation>
    </message>
    <message>
        <source>value %1 is out of range</source>
        <translation>Wert %1 liegt außerhalb des Bereichs</translation>
    </message>
    <message>
        <source>value &quot;%1&quot; is not one of %2</source>
        <translation>Wert „%1“ ist keiner von %2</translation>
    </message>
    <message>
        <source>value contains a zero byte</source>
        <translation>der Wert enthält ein Nullbyte</translation>
    </message>
    <message>
        <source>value is neither a number, a text, true nor false</source>
        <translation>der Wert ist weder Zahl, Text, true noch false</translation>
    </message>
    <message>
        <source>value is not a finite number</source>
        <translation>der Wert ist keine endliche Zahl</translation>
    </message>
    <message>
        <source>value is not a number above 0</source>
        <translation>der Wert ist keine Zahl über 0</translation>
    </message>
    <message>
        <source>value is not a text</source>
        <translation>der Wert ist kein Text</translation>
    </message>
    <message>
        <source>value is not a whole number</source>
        <translation>der Wert ist keine ganze Zahl</translation>
    </message>
    <message>
        <source>value is not an object { … }</source>
        <translation>der Wert ist kein Objekt { … }</translation>
    </message>
    <message>
        <source>value is not true or false</source>
        <translation>der Wert ist nicht true oder false</translation>
    </message>
    <message>
        <source>variance image</source>
        <translation>Varianzbild</translation>
    </message>
    <message>
        <source>variance of the dark image</source>
        <translation>Varianz des Dunkelbilds</translation>
    </message>
    <message>
        <source>version is missing or no version number</source>
        <translation>version fehlt oder ist keine Versionsnummer</translation>
    </message>
    <message>
        <source>versions 1 to 3 are: save it in one of those</source>
        <translation>die Versionen 1 bis 3 sind es: in einer davon speichern</translation>
    </message>
    <message>
        <source>virtual</source>
        <translation>virtuell</translation>
    </message>
    <message>
        <source>virtual datasets refer to each other in a circle</source>
        <translation>virtuelle Datensätze verweisen im Kreis aufeinander</translation>
    </message>
    <message>
        <source>wait until it has ended, or choose another name</source>
        <translation>warten, bis er beendet ist, oder einen anderen Namen wählen</translation>
    </message>
    <message>
        <source>wait until it is complete; if its writer has crashed, run: h5clear -s FILE</source>
        <translation>warten, bis sie vollständig ist; wenn das schreibende Programm abgestürzt ist: h5clear -s DATEI</translation>
    </message>
    <message>
        <source>wavelength</source>
        <translation>Wellenlänge</translation>
    </message>
    <message>
        <source>wavelength (%1) and energy (%2 keV) of the file belong together for electrons: set particle=electron</source>
        <translation>Wellenlänge (%1) und Energie (%2 keV) der Datei passen für Elektronen zusammen: particle=electron setzen</translation>
    </message>
    <message>
        <source>wavelength or photon energy</source>
        <translation>Wellenlänge oder Photonenenergie</translation>
    </message>
    <message>
        <source>what was saved does not hold the momentum or the waves of this engine: they begin anew, and the numbers differ from those of a run without the break</source>
        <translation>das Gespeicherte enthält weder den Impuls noch die Wellen dieses Verfahrens: Sie beginnen neu, und die Zahlen weichen von denen eines Laufs ohne Unterbrechung ab</translation>
    </message>
    <message>
        <source>which CUDA device?</source>
        <translation>Welches CUDA-Gerät?</translation>
    </message>
    <message>
        <source>width of a detector pixel</source>
        <translation>Breite eines Detektorpixels</translation>
    </message>
    <message>
        <source>without stop_on_bad_frame the others would be integrated</source>
        <translation>ohne stop_on_bad_frame würden die anderen integriert</translation>
    </message>
    <message>
        <source>worker %1: </source>
        <translation>Arbeiter %1: </translation>
    </message>
    <message>
        <source>write it as &quot;0.5, 40&quot;</source>
        <translation>als &quot;0.5, 40&quot; schreiben</translation>
    </message>
    <message>
        <source>write more of the uuid</source>
        <translation>mehr von der UUID schreiben</translation>
    </message>
    <message>
        <source>write one file a frame</source>
        <translation>eine Datei je Bild schreiben</translation>
    </message>
    <message>
        <source>write one file a frame, or read the HDF5 file</source>
        <translation>eine Datei je Bild schreiben oder die HDF5-Datei lesen</translation>
    </message>
    <message>
        <source>write the result to a folder that you may write to</source>
        <translation>das Ergebnis in einen beschreibbaren Ordner schreiben</translation>
    </message>
    <message>
        <source>write them as &quot;12,40; 13,40&quot;</source>
        <translation>als &quot;12,40; 13,40&quot; schreiben</translation>
    </message>
    <message>
        <source>x and y have different numbers of positions, %1 and %2</source>
        <translation>x und y haben verschieden viele Positionen, %1 und %2</translation>
    </message>
    <message>
        <source>x and y of the positions are both taken from %1: name one list for each coordinate</source>
        <translation>x und y der Positionen stammen beide aus %1: für jede Koordinate eine Liste nennen</translation>
    </message>
    <message>
        <source>%1, %2 keV</source>
        <translation>%1, %2 keV</translation>
    </message>
    <message>
        <source>%1, detector at %2</source>
        <translation>%1, Detektor bei %2</translation>
    </message>
    <message>
        <source>%1, it was %2</source>
        <translation>%1, er war %2</translation>
    </message>
    <message>
        <source>%1, pixel %2</source>
        <translation>%1, Pixel %2</translation>
    </message>
    <message>
        <source>after iteration %1: %2</source>
        <translation>nach Iteration %1: %2</translation>
    </message>
    <message>
        <source>cannot write</source>
        <translation>kann nicht schreiben</translation>
    </message>
    <message>
        <source>goes back to iteration %1</source>
        <translation>geht zurück zu Iteration %1</translation>
    </message>
    <message>
        <source>input.file</source>
        <translation>input.file</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>seed</translation>
    </message>
    <message>
        <source>stop the job and go on with the change</source>
        <translation>den Lauf anhalten und mit der Änderung fortsetzen</translation>
    </message>
    <message>
        <source>the kept state cannot be read</source>
        <translation>der behaltene Zustand ist nicht lesbar</translation>
    </message>
    <message>
        <source>the kept state cannot be read: %1</source>
        <translation>der behaltene Zustand ist nicht lesbar: %1</translation>
    </message>
    <message>
        <source>the pixel table of an earlier run with this geometry is used</source>
        <translation>die Pixeltabelle eines früheren Laufs mit dieser Geometrie wird benutzt</translation>
    </message>
    <message>
        <source>the state before the change was not kept: %1</source>
        <translation>der Zustand vor der Änderung wurde nicht behalten: %1</translation>
    </message>
    <message>
        <source>this cannot change while the job runs</source>
        <translation>das lässt sich während des Laufs nicht ändern</translation>
    </message>
    <message>
        <source>too large to be kept</source>
        <translation>zu groß zum Behalten</translation>
    </message>
    <message>
        <source>a change of the parameters came after the last iteration: it had no effect</source>
        <translation>eine Änderung der Parameter kam nach der letzten Iteration: Sie blieb ohne Wirkung</translation>
    </message>
    <message>
        <source>all frames are left out</source>
        <translation>alle Bilder sind ausgelassen</translation>
    </message>
    <message>
        <source>leave some in</source>
        <translation>einige drin lassen</translation>
    </message>
    <message>
        <source>needs a probe that is not zero, its pixel size and the wavelength</source>
        <translation>braucht eine Sonde, die nicht null ist, ihre Pixelgröße und die Wellenlänge</translation>
    </message>
    <message>
        <source>the wavefront of this probe is not known</source>
        <translation>die Wellenfront dieser Sonde ist nicht bekannt</translation>
    </message>
    <message>
        <source>write them as &quot;3, 17-20&quot;</source>
        <translation>als &quot;3, 17-20&quot; schreiben</translation>
    </message>
    <message>
        <source>%1 (cannot be read)</source>
        <translation>%1 (nicht lesbar)</translation>
    </message>
    <message>
        <source>%1 (empty)</source>
        <translation>%1 (leer)</translation>
    </message>
    <message>
        <source>%1 (mostly saturated or not finite)</source>
        <translation>%1 (größtenteils gesättigt oder nicht endlich)</translation>
    </message>
    <message>
        <source>%1 are empty (first: %2). Beam lost? A reconstruction leaves them out</source>
        <translation>%1 sind leer (das erste: %2). Strahl verloren? Eine Rekonstruktion lässt sie aus</translation>
    </message>
    <message>
        <source>%1 are saturated or not finite in more than half of their pixels (first: %2); a reconstruction leaves them out</source>
        <translation>%1 sind in mehr als der Hälfte ihrer Pixel gesättigt oder nicht endlich (das erste: %2); eine Rekonstruktion lässt sie aus</translation>
    </message>
    <message>
        <source>%1 cannot be read (first: %2); a reconstruction leaves them out: %3</source>
        <translation>%1 sind nicht lesbar (das erste: %2); eine Rekonstruktion lässt sie aus: %3</translation>
    </message>
    <message>
        <source>%1 frame is left out by excluded_frames</source>
        <translation>%1 Bild wird durch excluded_frames ausgelassen</translation>
    </message>
    <message>
        <source>%1; nothing new is saved</source>
        <translation>%1; nichts Neues ist gespeichert</translation>
    </message>
    <message>
        <source>one frame has no other that overlaps with it: its error says nothing about the object</source>
        <translation>ein Bild hat kein anderes, das mit ihm überlappt: Sein Fehler sagt nichts über das Objekt</translation>
    </message>
    <message>
        <source>%1 names frame %2, and the scan has %3 {frame|frames} (counting from 0)</source>
        <translation>%1 nennt Bild %2, und der Scan hat %3 {Bild|Bilder} (gezählt ab 0)</translation>
    </message>
    <message>
        <source>%1 frames are left out by excluded_frames</source>
        <translation>%1 Bilder werden durch excluded_frames ausgelassen</translation>
    </message>
    <message>
        <source>check mask, threshold and saturation, or the dataset of the frames</source>
        <translation>Maske, Schwelle und Sättigung prüfen, oder den Datensatz der Bilder</translation>
    </message>
    <message>
        <source>left out: %1; a list of frames in included_frames keeps them in</source>
        <translation>ausgelassen: %1; eine Liste von Bildern in included_frames behält sie</translation>
    </message>
    <message>
        <source>no frame is of use: all are empty, saturated or cannot be read</source>
        <translation>kein Bild ist brauchbar: alle sind leer, gesättigt oder nicht lesbar</translation>
    </message>
    <message>
        <source>the detector of the PONI file has another shape than the image</source>
        <translation>der Detektor der PONI-Datei hat eine andere Form als das Bild</translation>
    </message>
    <message>
        <source>the frames are no list of numbers</source>
        <translation>die Bilder sind keine Liste von Nummern</translation>
    </message>
    <message>
        <source>use the PONI file that was made for these frames</source>
        <translation>die PONI-Datei verwenden, die für diese Bilder gemacht wurde</translation>
    </message>
    <message>
        <source>both are the same file</source>
        <translation>beide sind dieselbe Datei</translation>
    </message>
    <message>
        <source>cannot copy the result</source>
        <translation>das Ergebnis lässt sich nicht kopieren</translation>
    </message>
    <message>
        <source>cannot make the folder</source>
        <translation>der Ordner lässt sich nicht anlegen</translation>
    </message>
    <message>
        <source>cannot make the folder for geometries</source>
        <translation>der Ordner für Geometrien lässt sich nicht anlegen</translation>
    </message>
    <message>
        <source>cannot make the folder for masks</source>
        <translation>der Ordner für Masken lässt sich nicht anlegen</translation>
    </message>
    <message>
        <source>cannot make the folder for the example</source>
        <translation>der Ordner für das Beispiel lässt sich nicht anlegen</translation>
    </message>
    <message>
        <source>cannot write the file: %1</source>
        <translation>die Datei lässt sich nicht schreiben: %1</translation>
    </message>
    <message>
        <source>cannot write the picture</source>
        <translation>das Bild lässt sich nicht schreiben</translation>
    </message>
    <message>
        <source>check the permissions of the cache folder</source>
        <translation>die Zugriffsrechte des Cache-Ordners prüfen</translation>
    </message>
    <message>
        <source>choose a folder that you may write to and that has room</source>
        <translation>einen Ordner mit Schreibrecht und freiem Platz wählen</translation>
    </message>
    <message>
        <source>choose another name for the copy</source>
        <translation>einen anderen Namen für die Kopie wählen</translation>
    </message>
    <message>
        <source>choose another name or allow replacing it</source>
        <translation>einen anderen Namen wählen oder das Ersetzen erlauben</translation>
    </message>
    <message>
        <source>choose another result to compare it with</source>
        <translation>ein anderes Ergebnis zum Vergleich wählen</translation>
    </message>
    <message>
        <source>close other programs, or use fewer or smaller frames</source>
        <translation>andere Programme schließen oder weniger oder kleinere Bilder verwenden</translation>
    </message>
    <message>
        <source>holds no datasets</source>
        <translation>enthält keine Datensätze</translation>
    </message>
    <message>
        <source>no frame of the result has a pattern</source>
        <translation>kein Bild des Ergebnisses hat ein Diagramm</translation>
    </message>
    <message>
        <source>open a scan or a result</source>
        <translation>einen Scan oder ein Ergebnis öffnen</translation>
    </message>
    <message>
        <source>open a scan&apos;s file, or frames</source>
        <translation>die Datei eines Scans oder Bilder öffnen</translation>
    </message>
    <message>
        <source>reconstruct with the photon energy set</source>
        <translation>mit angegebener Photonenenergie rekonstruieren</translation>
    </message>
    <message>
        <source>save it again</source>
        <translation>erneut speichern</translation>
    </message>
    <message>
        <source>set the photon energy and reconstruct again</source>
        <translation>die Photonenenergie angeben und erneut rekonstruieren</translation>
    </message>
    <message>
        <source>show an image first</source>
        <translation>zuerst ein Bild anzeigen</translation>
    </message>
    <message>
        <source>show it on the page first</source>
        <translation>zuerst auf der Seite anzeigen</translation>
    </message>
    <message>
        <source>the file exists</source>
        <translation>die Datei gibt es schon</translation>
    </message>
    <message>
        <source>the file may be damaged: copy it again from its source</source>
        <translation>die Datei ist vielleicht beschädigt: erneut von der Quelle kopieren</translation>
    </message>
    <message>
        <source>the result file has no object or no probe</source>
        <translation>die Ergebnisdatei hat kein Objekt oder keine Sonde</translation>
    </message>
    <message>
        <source>the saved layout names no datasets</source>
        <translation>die gespeicherte Anordnung nennt keine Datensätze</translation>
    </message>
    <message>
        <source>the state cannot be read: %1</source>
        <translation>der Zustand lässt sich nicht lesen: %1</translation>
    </message>
    <message>
        <source>the wavelength is not in the results</source>
        <translation>die Wellenlänge steht nicht in den Ergebnissen</translation>
    </message>
    <message>
        <source>the wavelength of this probe is not known</source>
        <translation>die Wellenlänge dieser Sonde ist nicht bekannt</translation>
    </message>
    <message>
        <source>there is no picture to save</source>
        <translation>es gibt kein Bild zum Speichern</translation>
    </message>
    <message>
        <source>there is no picture to write</source>
        <translation>es gibt kein Bild zum Schreiben</translation>
    </message>
    <message>
        <source>there is nothing to write</source>
        <translation>es gibt nichts zu schreiben</translation>
    </message>
    <message>
        <source>this is a folder without frames</source>
        <translation>dies ist ein Ordner ohne Bilder</translation>
    </message>
    <message>
        <source>this is the result file itself</source>
        <translation>dies ist die Ergebnisdatei selbst</translation>
    </message>
    <message>
        <source>was its writing interrupted?</source>
        <translation>wurde ihr Schreiben unterbrochen?</translation>
    </message>
    <message>
        <source>an integration cannot be continued</source>
        <translation>eine Integration lässt sich nicht fortsetzen</translation>
    </message>
    <message>
        <source>kind &quot;%1&quot; is not known to this version</source>
        <translation>die Art „%1“ kennt diese Version nicht</translation>
    </message>
    <message>
        <source>known: %1</source>
        <translation>bekannt: %1</translation>
    </message>
    <message>
        <source>bring the file back as it was, or leave the frame out with excluded_frames</source>
        <translation>die Datei wiederherstellen, wie sie war, oder das Bild mit excluded_frames auslassen</translation>
    </message>
    <message>
        <source>frame %1, which the earlier run used, cannot be read any more: %2</source>
        <translation>Bild %1, das der frühere Lauf verwendet hat, ist nicht mehr lesbar: %2</translation>
    </message>
    <message>
        <source>go back to another iteration, or run the job anew</source>
        <translation>zu einer anderen Iteration zurückgehen oder den Auftrag neu beginnen</translation>
    </message>
    <message>
        <source>left out: %1; a list of frames in included_frames keeps in those that can be read</source>
        <translation>ausgelassen: %1; eine Liste von Bildern in included_frames behält die lesbaren</translation>
    </message>
    <message>
        <source>%1 leaves out %2 {pixel|pixels}</source>
        <translation>%1 lässt %2 Pixel aus</translation>
    </message>
    <message>
        <source>%1 leaves out %2 {pixel|pixels} and keeps %3 that it only calls doubtful</source>
        <translation>%1 lässt %2 Pixel aus und behält %3, die es nur zweifelhaft nennt</translation>
    </message>
    <message>
        <source>%1 {count is|counts are} negative and set to zero: a dark image may have been subtracted</source>
        <translation>%1 {Zählwert ist|Zählwerte sind} negativ und {wird|werden} auf null gesetzt: Vielleicht wurde ein Dunkelbild abgezogen</translation>
    </message>
    <message>
        <source>%1 {count is|counts are} negative and {is|are} taken as zero</source>
        <translation>%1 {Zählwert ist|Zählwerte sind} negativ und {wird|werden} als null genommen</translation>
    </message>
    <message>
        <source>%1 {file of the list holds|files of the list hold} frames that others of it (%2) lead to; they are counted once</source>
        <translation>%1 {Datei der Liste enthält|Dateien der Liste enthalten} Bilder, zu denen andere daraus (%2) führen; sie werden einmal gezählt</translation>
    </message>
    <message>
        <source>%1 {frame has|frames have} less than a tenth of the usual incident intensity (%2): the beam may have been lost there</source>
        <translation>%1 {Bild hat|Bilder haben} weniger als ein Zehntel der üblichen einfallenden Intensität (%2): Dort kann der Strahl verloren gegangen sein</translation>
    </message>
    <message>
        <source>%1 {frame has|frames have} saturated pixels; these pixels are ignored there</source>
        <translation>%1 {Bild hat|Bilder haben} gesättigte Pixel; diese Pixel werden dort nicht berücksichtigt</translation>
    </message>
    <message>
        <source>%1 {frame was|frames were} left to the processor: damaged, stored in another way, with more dummies than a mask should leave, or on a device that failed</source>
        <translation>%1 {Bild wurde|Bilder wurden} dem Prozessor überlassen: beschädigt, anders gespeichert, mit mehr Platzhaltern, als eine Maske lassen sollte, oder auf einem Gerät, das ausfiel</translation>
    </message>
    <message>
        <source>%1 {frame|frames} of %2 × %3 pixels (%4), %5 {position|positions}</source>
        <translation>%1 {Bild|Bilder} mit %2 × %3 Pixeln (%4), %5 {Position|Positionen}</translation>
    </message>
    <message>
        <source>%1 {pixel holds|pixels hold} %2 in every frame looked at (gaps or dead pixels); {1:it is|they are} left out</source>
        <translation>%1 Pixel {enthält|enthalten} %2 in jedem angesehenen Bild (Lücken oder tote Pixel); {1:es wird|sie werden} ausgelassen</translation>
    </message>
    <message>
        <source>%1 {pixel value is no number|pixel values are not numbers} (NaN or infinite) and {is|are} ignored</source>
        <translation>%1 {Pixelwert ist keine Zahl|Pixelwerte sind keine Zahlen} (NaN oder unendlich) und {wird|werden} nicht berücksichtigt</translation>
    </message>
    <message>
        <source>%1 {position belongs|positions belong} to a frame that has one already; left out (%2 names frame %3 several times)</source>
        <translation>%1 {Position gehört|Positionen gehören} zu einem Bild, das schon eine hat; ausgelassen (%2 nennt Bild %3 mehrmals)</translation>
    </message>
    <message>
        <source>%1 {value is|values are} not finite (NaN or ∞), ignored in {1:its frame|their frames}</source>
        <translation>%1 {Wert ist|Werte sind} nicht endlich (NaN oder ∞), in {1:seinem Bild|ihren Bildern} nicht berücksichtigt</translation>
    </message>
    <message>
        <source>%1 {worker|workers} for %2 {frame|frames}</source>
        <translation>%1 Arbeiter für %2 {Bild|Bilder}</translation>
    </message>
    <message>
        <source>%1, %2 {frame|frames} at a time</source>
        <translation>%1, %2 {Bild|Bilder} zugleich</translation>
    </message>
    <message>
        <source>left out: %1</source>
        <translation>ausgelassen: %1</translation>
    </message>
    <message>
        <source>the first %1 {frame is|frames are} not there: %2</source>
        <translation>{1:das erste Bild fehlt|die ersten %1 Bilder fehlen}: %2</translation>
    </message>
    <message>
        <source>the first frame %1 is beyond the %2 {frame|frames} of the scan (counting from 0)</source>
        <translation>das erste Bild %1 liegt hinter den %2 {Bild|Bildern} des Scans (ab 0 gezählt)</translation>
    </message>
    <message>
        <source>the frames are a virtual dataset whose source file %1 is not there (%2 {file is|files are} missing)</source>
        <translation>die Bilder sind ein virtueller Datensatz, dessen Quelldatei %1 nicht da ist (%2 {Datei fehlt|Dateien fehlen})</translation>
    </message>
    <message>
        <source>the frames are to be divided by the flat field %1; %2 {pixel without one is|pixels without one are} left out</source>
        <translation>die Bilder sind durch das Flachbild %1 zu teilen; %2 Pixel ohne ein solches {wird|werden} ausgelassen</translation>
    </message>
    <message>
        <source>the incident intensity %1 does not belong to %2 {frame|frames}; it is not used</source>
        <translation>die einfallende Intensität %1 gehört nicht zu %2 {Bild|Bildern}; wird nicht verwendet</translation>
    </message>
    <message>
        <source>the mask %1 leaves out %2 {pixel|pixels} (%3 %)%4</source>
        <translation>die Maske %1 lässt %2 Pixel aus (%3 %)%4</translation>
    </message>
    <message>
        <source>the monitor is zero, negative or not a number for %1 {frame|frames}</source>
        <translation>der Monitor ist für %1 {Bild|Bilder} null, negativ oder keine Zahl</translation>
    </message>
    <message>
        <source>the result exists already, stopped after %1 {iteration|iterations}</source>
        <translation>das Ergebnis gibt es schon, angehalten nach %1 {Iteration|Iterationen}</translation>
    </message>
    <message>
        <source>{1:there is|there are} %1 {frame|frames} (%2) but %3 {position|positions} (%4)</source>
        <translation>es gibt %1 {Bild|Bilder} (%2), aber %3 {Position|Positionen} (%4)</translation>
    </message>
    <message>
        <source>an integration takes over nothing while it runs</source>
        <translation>eine Integration übernimmt nichts, während sie läuft</translation>
    </message>
    <message>
        <source>another program has been opening the queue for a long time</source>
        <translation>ein anderes Programm öffnet die Warteschlange schon lange</translation>
    </message>
    <message>
        <source>cancel it first</source>
        <translation>ihn erst abbrechen</translation>
    </message>
    <message>
        <source>cannot create the folder of a job (%1)</source>
        <translation>der Ordner eines Auftrags kann nicht angelegt werden (%1)</translation>
    </message>
    <message>
        <source>cannot make the folder of the queue (%1)</source>
        <translation>der Ordner der Warteschlange kann nicht angelegt werden (%1)</translation>
    </message>
    <message>
        <source>cannot make the lock file (%1)</source>
        <translation>die Sperrdatei kann nicht angelegt werden (%1)</translation>
    </message>
    <message>
        <source>cannot move the damaged store of the queue aside (%1)</source>
        <translation>der beschädigte Bestand der Warteschlange kann nicht beiseite gelegt werden (%1)</translation>
    </message>
    <message>
        <source>cannot move the folder of the job (%1)</source>
        <translation>der Ordner des Auftrags kann nicht verschoben werden (%1)</translation>
    </message>
    <message>
        <source>cannot read the file</source>
        <translation>die Datei kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>cannot remove the file (%1)</source>
        <translation>die Datei kann nicht entfernt werden (%1)</translation>
    </message>
    <message>
        <source>cannot start the process of a job (%1)</source>
        <translation>der Prozess eines Auftrags kann nicht gestartet werden (%1)</translation>
    </message>
    <message>
        <source>check that the program is there, and the limits of processes and memory</source>
        <translation>prüfen, ob das Programm da ist, und die Grenzen für Prozesse und Speicher</translation>
    </message>
    <message>
        <source>check the disk</source>
        <translation>den Datenträger prüfen</translation>
    </message>
    <message>
        <source>check the free space</source>
        <translation>den freien Platz prüfen</translation>
    </message>
    <message>
        <source>check the permissions and the free space</source>
        <translation>die Rechte und den freien Platz prüfen</translation>
    </message>
    <message>
        <source>choose another one with EWALD_QUEUE</source>
        <translation>mit EWALD_QUEUE einen anderen wählen</translation>
    </message>
    <message>
        <source>end the program that holds opening.lock</source>
        <translation>das Programm beenden, das opening.lock hält</translation>
    </message>
    <message>
        <source>ewald-cli queue list shows them</source>
        <translation>ewald-cli queue list zeigt sie</translation>
    </message>
    <message>
        <source>is not a JSON object</source>
        <translation>ist kein JSON-Objekt</translation>
    </message>
    <message>
        <source>it exists</source>
        <translation>er ist schon da</translation>
    </message>
    <message>
        <source>job %1 has ended already (%2)</source>
        <translation>Auftrag %1 ist schon zu Ende (%2)</translation>
    </message>
    <message>
        <source>job %1 is %2</source>
        <translation>Auftrag %1 ist im Zustand %2</translation>
    </message>
    <message>
        <source>only stopped and failed jobs can be tried again</source>
        <translation>nur angehaltene und fehlgeschlagene Aufträge können wiederholt werden</translation>
    </message>
    <message>
        <source>out of memory for the store of the queue</source>
        <translation>kein Speicher mehr für den Bestand der Warteschlange</translation>
    </message>
    <message>
        <source>the folder belongs to another user, or may be written by others</source>
        <translation>der Ordner gehört jemand anderem oder ist für andere beschreibbar</translation>
    </message>
    <message>
        <source>the jobs do not reach the disk</source>
        <translation>die Aufträge erreichen den Datenträger nicht</translation>
    </message>
    <message>
        <source>the queue has no job %1</source>
        <translation>die Warteschlange hat keinen Auftrag %1</translation>
    </message>
    <message>
        <source>the queue has no state &quot;%1&quot;</source>
        <translation>die Warteschlange kennt keinen Zustand „%1“</translation>
    </message>
    <message>
        <source>the queue was made by a newer version of Ewald</source>
        <translation>die Warteschlange stammt von einer neueren Version von Ewald</translation>
    </message>
    <message>
        <source>the store of the queue cannot be used (%1)</source>
        <translation>der Bestand der Warteschlange kann nicht benutzt werden (%1)</translation>
    </message>
    <message>
        <source>the store of the queue cannot be written (%1)</source>
        <translation>der Bestand der Warteschlange kann nicht geschrieben werden (%1)</translation>
    </message>
    <message>
        <source>the store of the queue is damaged (%1)</source>
        <translation>der Bestand der Warteschlange ist beschädigt (%1)</translation>
    </message>
    <message>
        <source>the store of the queue is in use by another program for too long</source>
        <translation>der Bestand der Warteschlange wird zu lange von einem anderen Programm benutzt</translation>
    </message>
    <message>
        <source>this file system has no file locks</source>
        <translation>dieses Dateisystem hat keine Dateisperren</translation>
    </message>
    <message>
        <source>try again, or end the program that holds it</source>
        <translation>noch einmal versuchen oder das Programm beenden, das ihn hält</translation>
    </message>
    <message>
        <source>use a folder on a local disk</source>
        <translation>einen Ordner auf einem lokalen Datenträger nehmen</translation>
    </message>
    <message>
        <source>use that version, or choose another folder with EWALD_QUEUE</source>
        <translation>diese Version nehmen oder mit EWALD_QUEUE einen anderen Ordner wählen</translation>
    </message>
    <message>
        <source>Ewald does not know this kind of file</source>
        <translation>Ewald kennt diese Art von Datei nicht</translation>
    </message>
    <message>
        <source>memory: %1 of frames pass through %2 {worker|workers}, a few frames at a time; the pixel table takes %3</source>
        <translation>Speicher: %1 an Bildern gehen durch %2 {Arbeiter|Arbeiter}, einige Bilder auf einmal; die Pixeltabelle braucht %3</translation>
    </message>
    <message>
        <source>%1 has an end that is not above zero</source>
        <translation>%1 hat ein Ende, das nicht über null liegt</translation>
    </message>
    <message>
        <source>%1 has more than %2 values</source>
        <translation>%1 hat mehr als %2 Werte</translation>
    </message>
    <message>
        <source>%1 has no whole number of values from 2 on</source>
        <translation>%1 hat keine ganze Zahl von Werten ab 2</translation>
    </message>
    <message>
        <source>%1 never reaches its end</source>
        <translation>%1 erreicht sein Ende nie</translation>
    </message>
    <message>
        <source>%1 {cell|cells} instead of %2</source>
        <translation>%1 {Zelle|Zellen} statt %2</translation>
    </message>
    <message>
        <source>%1, line %2</source>
        <translation>%1, Zeile %2</translation>
    </message>
    <message>
        <source>%1, line %2, column %3</source>
        <translation>%1, Zeile %2, Spalte %3</translation>
    </message>
    <message>
        <source>&quot;%1&quot; holds a brace that is not closed</source>
        <translation>„%1“ enthält eine Klammer, die nicht geschlossen wird</translation>
    </message>
    <message>
        <source>&quot;%1&quot; holds the unknown expression {%2}</source>
        <translation>„%1“ enthält den unbekannten Ausdruck {%2}</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a whole number</source>
        <translation>„%1“ ist keine ganze Zahl</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a whole number from 0 up</source>
        <translation>„%1“ ist keine ganze Zahl ab 0</translation>
    </message>
    <message>
        <source>a column has no name</source>
        <translation>eine Spalte hat keinen Namen</translation>
    </message>
    <message>
        <source>a quote is not closed</source>
        <translation>ein Anführungszeichen wird nicht geschlossen</translation>
    </message>
    <message>
        <source>a table and files are given</source>
        <translation>eine Tabelle und Dateien sind angegeben</translation>
    </message>
    <message>
        <source>a value is empty</source>
        <translation>ein Wert ist leer</translation>
    </message>
    <message>
        <source>begin it with /</source>
        <translation>ihn mit / beginnen</translation>
    </message>
    <message>
        <source>begin them with /</source>
        <translation>sie mit / beginnen</translation>
    </message>
    <message>
        <source>cannot listen</source>
        <translation>kann keine Verbindungen annehmen</translation>
    </message>
    <message>
        <source>cannot make a socket</source>
        <translation>ein Socket kann nicht angelegt werden</translation>
    </message>
    <message>
        <source>cannot make a token</source>
        <translation>ein Token kann nicht erzeugt werden</translation>
    </message>
    <message>
        <source>cannot read the folder (%1)</source>
        <translation>der Ordner kann nicht gelesen werden (%1)</translation>
    </message>
    <message>
        <source>cannot read the folder (%1): %2</source>
        <translation>der Ordner kann nicht gelesen werden (%1): %2</translation>
    </message>
    <message>
        <source>cannot use the port</source>
        <translation>der Port kann nicht benutzt werden</translation>
    </message>
    <message>
        <source>cannot write the token (%1)</source>
        <translation>das Token kann nicht geschrieben werden (%1)</translation>
    </message>
    <message>
        <source>chmod 600 it</source>
        <translation>mit chmod 600 schützen</translation>
    </message>
    <message>
        <source>choose another output</source>
        <translation>eine andere Ausgabe wählen</translation>
    </message>
    <message>
        <source>choose another port, or end the program that uses this one</source>
        <translation>einen anderen Port wählen oder das Programm beenden, das ihn benutzt</translation>
    </message>
    <message>
        <source>choose fewer values</source>
        <translation>weniger Werte wählen</translation>
    </message>
    <message>
        <source>close it</source>
        <translation>es schließen</translation>
    </message>
    <message>
        <source>columns are file, name, sample, comment, operator, output, priority, devices and parameters</source>
        <translation>Spalten sind file, name, sample, comment, operator, output, priority, devices und Parameter</translation>
    </message>
    <message>
        <source>devices and back end are chosen before a job starts; duplicate it</source>
        <translation>Geräte und Rechenort werden vor dem Start gewählt; den Auftrag duplizieren</translation>
    </message>
    <message>
        <source>duplicate the job to take all that is there</source>
        <translation>den Auftrag duplizieren, um alles Vorhandene zu nehmen</translation>
    </message>
    <message>
        <source>each line has a cell for every column</source>
        <translation>jede Zeile hat eine Zelle für jede Spalte</translation>
    </message>
    <message>
        <source>ewald-cli queue list shows the others</source>
        <translation>ewald-cli queue list zeigt die anderen</translation>
    </message>
    <message>
        <source>ewald-cli queue settings lists those that are</source>
        <translation>ewald-cli queue settings nennt die beobachteten</translation>
    </message>
    <message>
        <source>for example %1</source>
        <translation>zum Beispiel %1</translation>
    </message>
    <message>
        <source>for example 127.0.0.1</source>
        <translation>zum Beispiel 127.0.0.1</translation>
    </message>
    <message>
        <source>for example batch_size=16,32 or object_step=0.1:1:0.1 or object_step=1e-3:1:log4</source>
        <translation>zum Beispiel batch_size=16,32 oder object_step=0.1:1:0.1 oder object_step=1e-3:1:log4</translation>
    </message>
    <message>
        <source>give one another output</source>
        <translation>einem davon eine andere Ausgabe geben</translation>
    </message>
    <message>
        <source>it names the scan of each row</source>
        <translation>sie nennt den Scan jeder Zeile</translation>
    </message>
    <message>
        <source>its file has changed since</source>
        <translation>seine Datei hat sich seitdem geändert</translation>
    </message>
    <message>
        <source>its file has changed since: %1 {frame is|frames are} there now</source>
        <translation>seine Datei hat sich seitdem geändert: %1 {Bild ist|Bilder sind} jetzt da</translation>
    </message>
    <message>
        <source>its first bytes are not there yet</source>
        <translation>ihre ersten Bytes sind noch nicht da</translation>
    </message>
    <message>
        <source>its first line names the columns</source>
        <translation>ihre erste Zeile nennt die Spalten</translation>
    </message>
    <message>
        <source>its writer has it open</source>
        <translation>sie ist noch zum Schreiben geöffnet</translation>
    </message>
    <message>
        <source>job %1 has been asked to end</source>
        <translation>Auftrag %1 soll bereits enden</translation>
    </message>
    <message>
        <source>job %1 is not among the removed ones</source>
        <translation>Auftrag %1 ist nicht unter den entfernten</translation>
    </message>
    <message>
        <source>job %1, which it needs, was not done</source>
        <translation>Auftrag %1, den er braucht, wurde nicht fertig</translation>
    </message>
    <message>
        <source>known are %1{engine} {iterations} and every parameter</source>
        <translation>bekannt sind %1{engine} {iterations} und alle Parameter</translation>
    </message>
    <message>
        <source>make one of them</source>
        <translation>eine daraus machen</translation>
    </message>
    <message>
        <source>most often memory is short: close other programs, or set memory_limit_gb</source>
        <translation>meist ist der Speicher knapp: andere Programme schließen oder memory_limit_gb setzen</translation>
    </message>
    <message>
        <source>name a file</source>
        <translation>eine Datei nennen</translation>
    </message>
    <message>
        <source>name a folder that is there</source>
        <translation>einen vorhandenen Ordner nennen</translation>
    </message>
    <message>
        <source>name it</source>
        <translation>sie benennen</translation>
    </message>
    <message>
        <source>name scans, job documents, a folder or a table</source>
        <translation>Scans, Auftragsdokumente, einen Ordner oder eine Tabelle nennen</translation>
    </message>
    <message>
        <source>name the files in the table</source>
        <translation>die Dateien in der Tabelle nennen</translation>
    </message>
    <message>
        <source>name the scan</source>
        <translation>den Scan nennen</translation>
    </message>
    <message>
        <source>no file is given</source>
        <translation>keine Datei angegeben</translation>
    </message>
    <message>
        <source>no such folder</source>
        <translation>kein solcher Ordner</translation>
    </message>
    <message>
        <source>not of the form key=value</source>
        <translation>nicht von der Form Schlüssel=Wert</translation>
    </message>
    <message>
        <source>not of the form key=values</source>
        <translation>nicht von der Form Schlüssel=Werte</translation>
    </message>
    <message>
        <source>nothing marks the file as complete: it begins when the file does not change any more</source>
        <translation>nichts kennzeichnet die Datei als vollständig: Der Auftrag beginnt, wenn sie sich nicht mehr ändert</translation>
    </message>
    <message>
        <source>one row makes one job</source>
        <translation>jede Zeile ergibt einen Auftrag</translation>
    </message>
    <message>
        <source>only paused jobs can be resumed</source>
        <translation>nur pausierte Aufträge lassen sich fortsetzen</translation>
    </message>
    <message>
        <source>others can read the token</source>
        <translation>andere können das Token lesen</translation>
    </message>
    <message>
        <source>remove it, or choose another output</source>
        <translation>es entfernen oder eine andere Ausgabe wählen</translation>
    </message>
    <message>
        <source>remove one of them</source>
        <translation>eine davon entfernen</translation>
    </message>
    <message>
        <source>say which files, for example &quot;*.h5&quot;</source>
        <translation>angeben, welche Dateien, zum Beispiel &quot;*.h5&quot;</translation>
    </message>
    <message>
        <source>send the document itself</source>
        <translation>das Dokument selbst senden</translation>
    </message>
    <message>
        <source>sweep %1</source>
        <translation>Variation %1</translation>
    </message>
    <message>
        <source>text follows a closing quote</source>
        <translation>auf ein schließendes Anführungszeichen folgt Text</translation>
    </message>
    <message>
        <source>the document holds relative paths</source>
        <translation>das Dokument enthält relative Pfade</translation>
    </message>
    <message>
        <source>the folder holds no file that looks like a scan</source>
        <translation>der Ordner enthält keine Datei, die wie ein Scan aussieht</translation>
    </message>
    <message>
        <source>the folder is not watched</source>
        <translation>der Ordner wird nicht beobachtet</translation>
    </message>
    <message>
        <source>the job gave no sign of life for %1 s</source>
        <translation>der Auftrag gab %1 s lang kein Lebenszeichen</translation>
    </message>
    <message>
        <source>the path is not absolute</source>
        <translation>der Pfad ist nicht absolut</translation>
    </message>
    <message>
        <source>the process of the job ended by %1</source>
        <translation>der Prozess des Auftrags endete durch %1</translation>
    </message>
    <message>
        <source>the process of the job ended with exit code %1 and without a message</source>
        <translation>der Prozess des Auftrags endete mit Code %1 und ohne Meldung</translation>
    </message>
    <message>
        <source>the process of the job was killed %1 {time|times}</source>
        <translation>der Prozess des Auftrags wurde %1-mal abgebrochen</translation>
    </message>
    <message>
        <source>the request has to hold either a file or a document</source>
        <translation>die Anfrage muss entweder eine Datei oder ein Dokument enthalten</translation>
    </message>
    <message>
        <source>the scan was never finished: %1 of %2 frames, and nothing has changed for %3 s (%4)</source>
        <translation>der Scan wurde nie beendet: %1 von %2 Bildern, und seit %3 s hat sich nichts geändert (%4)</translation>
    </message>
    <message>
        <source>the scan was never finished: nothing has changed for %1 s (%2)</source>
        <translation>der Scan wurde nie beendet: Seit %1 s hat sich nichts geändert (%2)</translation>
    </message>
    <message>
        <source>the sweeps make more than %1 jobs</source>
        <translation>die Variationen ergeben mehr als %1 Aufträge</translation>
    </message>
    <message>
        <source>the table has no column &quot;file&quot;</source>
        <translation>die Tabelle hat keine Spalte „file“</translation>
    </message>
    <message>
        <source>the table has no row of values</source>
        <translation>die Tabelle hat keine Zeile mit Werten</translation>
    </message>
    <message>
        <source>the table is empty</source>
        <translation>die Tabelle ist leer</translation>
    </message>
    <message>
        <source>the token is too short</source>
        <translation>das Token ist zu kurz</translation>
    </message>
    <message>
        <source>this is a folder</source>
        <translation>dies ist ein Ordner</translation>
    </message>
    <message>
        <source>this is no scan</source>
        <translation>dies ist kein Scan</translation>
    </message>
    <message>
        <source>this is not a numeric IPv4 address</source>
        <translation>dies ist keine IPv4-Adresse in Ziffern</translation>
    </message>
    <message>
        <source>try it again to take what is there</source>
        <translation>noch einmal versuchen, um das Vorhandene zu nehmen</translation>
    </message>
    <message>
        <source>try it again; a file system or device that hangs is the most common reason</source>
        <translation>noch einmal versuchen; meist hängt ein Dateisystem oder ein Gerät</translation>
    </message>
    <message>
        <source>try it again; please report it when it happens twice</source>
        <translation>noch einmal versuchen; bitte melden, wenn es zweimal geschieht</translation>
    </message>
    <message>
        <source>try that one again first, then this one</source>
        <translation>zuerst jenen noch einmal versuchen, dann diesen</translation>
    </message>
    <message>
        <source>two columns are named %1</source>
        <translation>zwei Spalten heißen %1</translation>
    </message>
    <message>
        <source>two jobs would write this file</source>
        <translation>zwei Aufträge würden diese Datei schreiben</translation>
    </message>
    <message>
        <source>two sweeps of %1</source>
        <translation>zwei Variationen von %1</translation>
    </message>
    <message>
        <source>unknown column &quot;%1&quot;</source>
        <translation>unbekannte Spalte „%1“</translation>
    </message>
    <message>
        <source>unknown parameter &quot;%1&quot;</source>
        <translation>unbekannter Parameter „%1“</translation>
    </message>
    <message>
        <source>value is no number, text or flag</source>
        <translation>der Wert ist weder Zahl noch Text noch Schalter</translation>
    </message>
    <message>
        <source>value is not a job document</source>
        <translation>der Wert ist kein Auftragsdokument</translation>
    </message>
    <message>
        <source>value is not an object</source>
        <translation>der Wert ist kein Objekt</translation>
    </message>
    <message>
        <source>waiting for data</source>
        <translation>wartet auf Daten</translation>
    </message>
    <message>
        <source>waiting for data, %1 of %2 frames</source>
        <translation>wartet auf Daten, %1 von %2 Bildern</translation>
    </message>
    <message>
        <source>waiting for data, %1 {frame|frames} so far</source>
        <translation>wartet auf Daten, bisher %1 {Bild|Bilder}</translation>
    </message>
    <message>
        <source>waiting for job %1</source>
        <translation>wartet auf Auftrag %1</translation>
    </message>
    <message>
        <source>write a quote within quotes twice</source>
        <translation>ein Anführungszeichen innerhalb doppelt schreiben</translation>
    </message>
    <message>
        <source>write at least 16 random characters into it</source>
        <translation>mindestens 16 zufällige Zeichen hineinschreiben</translation>
    </message>
    <message>
        <source>write {name}</source>
        <translation>{name} schreiben</translation>
    </message>
    <message>
        <source>{&quot;batch_size&quot;: 16}</source>
        <translation>{&quot;batch_size&quot;: 16}</translation>
    </message>
    <message>
        <source>{&quot;file&quot;: &quot;/data/scan.h5&quot;}</source>
        <translation>{&quot;file&quot;: &quot;/data/scan.h5&quot;}</translation>
    </message>
    <message>
        <source>there is no text or number</source>
        <translation>dort ist weder ein Text noch eine Zahl</translation>
    </message>
    <message>
        <source>install Ewald again; jobs can be added meanwhile</source>
        <translation>Ewald neu installieren; Aufträge können inzwischen eingereiht werden</translation>
    </message>
    <message>
        <source>the program ewald-cli, which runs the jobs of the queue, is not there</source>
        <translation>das Programm ewald-cli, das die Aufträge der Warteschlange ausführt, fehlt</translation>
    </message>
    <message>
        <source>cannot look at the file (%1)</source>
        <translation>die Datei kann nicht angesehen werden (%1)</translation>
    </message>
    <message>
        <source>#EWALD gives a value for &quot;%1&quot;, which the template has no place for</source>
        <translation>#EWALD gibt einen Wert für „%1“ an, wofür die Vorlage keine Stelle hat</translation>
    </message>
    <message>
        <source>%1 does not see the folder of the job</source>
        <translation>%1 sieht den Ordner des Auftrags nicht</translation>
    </message>
    <message>
        <source>%1 is no name of a host</source>
        <translation>%1 ist kein Rechnername</translation>
    </message>
    <message>
        <source>%1 is no positive number: %2</source>
        <translation>%1 ist keine positive Zahl: %2</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cannot stand in a batch script</source>
        <translation>„%1“ kann nicht in einem Batch-Skript stehen</translation>
    </message>
    <message>
        <source>a limit of your account is reached</source>
        <translation>eine Grenze Ihres Kontos ist erreicht</translation>
    </message>
    <message>
        <source>a limit of your quality of service is reached</source>
        <translation>eine Grenze Ihrer Dienstgüte (QOS) ist erreicht</translation>
    </message>
    <message>
        <source>a node that it needs is down</source>
        <translation>ein Knoten, den er braucht, ist ausgefallen</translation>
    </message>
    <message>
        <source>a template of batch scripts needs {command} in exactly one line</source>
        <translation>eine Vorlage für Batch-Skripte braucht {command} in genau einer Zeile</translation>
    </message>
    <message>
        <source>add the job again</source>
        <translation>den Auftrag neu hinzufügen</translation>
    </message>
    <message>
        <source>add the line #SBATCH --comment={token}</source>
        <translation>die Zeile #SBATCH --comment={token} hinzufügen</translation>
    </message>
    <message>
        <source>all who share your quality of service use as much as they may together</source>
        <translation>alle mit Ihrer Dienstgüte (QOS) nutzen zusammen so viel, wie sie dürfen</translation>
    </message>
    <message>
        <source>another program has taken job %1</source>
        <translation>Ein anderes Programm hat Auftrag %1 übernommen</translation>
    </message>
    <message>
        <source>another program works on the job</source>
        <translation>Ein anderes Programm arbeitet an dem Auftrag</translation>
    </message>
    <message>
        <source>as many jobs of its array run as may run at once</source>
        <translation>es laufen so viele Aufträge seiner Reihe, wie zugleich laufen dürfen</translation>
    </message>
    <message>
        <source>ask for more (--memory), or set memory_limit_gb</source>
        <translation>mehr verlangen (--memory) oder memory_limit_gb setzen</translation>
    </message>
    <message>
        <source>ask the administrators of the cluster</source>
        <translation>die Verwaltung des Clusters fragen</translation>
    </message>
    <message>
        <source>asks for less than the quality of service is made for</source>
        <translation>verlangt weniger, als die Dienstgüte (QOS) vorsieht</translation>
    </message>
    <message>
        <source>asks for more GPUs than you may have, or all of yours are in use</source>
        <translation>verlangt mehr GPUs, als Sie haben dürfen, oder alle Ihre sind belegt</translation>
    </message>
    <message>
        <source>asks for more nodes than the partition has</source>
        <translation>verlangt mehr Knoten, als die Partition hat</translation>
    </message>
    <message>
        <source>asks for more time than the partition allows</source>
        <translation>verlangt mehr Zeit, als die Partition erlaubt</translation>
    </message>
    <message>
        <source>asks for more time than you may have</source>
        <translation>verlangt mehr Zeit, als Sie haben dürfen</translation>
    </message>
    <message>
        <source>cancel it and add it without the reservation</source>
        <translation>ihn beenden und ohne die Reservierung hinzufügen</translation>
    </message>
    <message>
        <source>cancel it and ask for fewer nodes, or for another partition</source>
        <translation>ihn beenden und weniger Knoten oder eine andere Partition verlangen</translation>
    </message>
    <message>
        <source>cancel it and ask for less time</source>
        <translation>ihn beenden und weniger Zeit verlangen</translation>
    </message>
    <message>
        <source>cancel it and ask for less time, or for another partition</source>
        <translation>ihn beenden und weniger Zeit oder eine andere Partition verlangen</translation>
    </message>
    <message>
        <source>cancel it and ask for less, or for another partition</source>
        <translation>ihn beenden und weniger oder eine andere Partition verlangen</translation>
    </message>
    <message>
        <source>cancel it and name another account</source>
        <translation>ihn beenden und ein anderes Konto angeben</translation>
    </message>
    <message>
        <source>cancel it and name another account or partition</source>
        <translation>ihn beenden und ein anderes Konto oder eine andere Partition angeben</translation>
    </message>
    <message>
        <source>cancel it and name another one</source>
        <translation>ihn beenden und eine andere angeben</translation>
    </message>
    <message>
        <source>cancel it and try again</source>
        <translation>ihn beenden und wiederholen</translation>
    </message>
    <message>
        <source>cancel it, and try that one again first</source>
        <translation>ihn beenden und erst jenen wiederholen</translation>
    </message>
    <message>
        <source>cannot read the job document</source>
        <translation>kann das Auftragsdokument nicht lesen</translation>
    </message>
    <message>
        <source>cannot read the template of batch scripts</source>
        <translation>kann die Vorlage für Batch-Skripte nicht lesen</translation>
    </message>
    <message>
        <source>cannot start %1 (%2)</source>
        <translation>kann %1 nicht starten (%2)</translation>
    </message>
    <message>
        <source>cannot write the file (%1)</source>
        <translation>Die Datei kann nicht geschrieben werden (%1)</translation>
    </message>
    <message>
        <source>change what it asks for (ewald-cli queue set --backend), and try it again</source>
        <translation>ändern, was er verlangt (ewald-cli queue set --backend), und ihn wiederholen</translation>
    </message>
    <message>
        <source>change what it asks for: partition, time, GPUs, account</source>
        <translation>ändern, was er verlangt: Partition, Zeit, GPUs, Konto</translation>
    </message>
    <message>
        <source>end it by hand</source>
        <translation>beenden Sie ihn von Hand</translation>
    </message>
    <message>
        <source>ewald-cli queue sites --show plain prints a complete one</source>
        <translation>ewald-cli queue sites --show plain gibt eine vollständige aus</translation>
    </message>
    <message>
        <source>give it a value by a line #EWALD %1 = …, or use one of: %2</source>
        <translation>ihr mit einer Zeile #EWALD %1 = … einen Wert geben oder eine von diesen nehmen: %2</translation>
    </message>
    <message>
        <source>how the job ended cannot be noted in the queue: %1</source>
        <translation>Wie der Auftrag endete, kann in der Warteschlange nicht vermerkt werden: %1</translation>
    </message>
    <message>
        <source>install the commands of Slurm, or name a computer that has them in the template of the site (#EWALD submit_host = …)</source>
        <translation>die Befehle von Slurm installieren oder in der Vorlage einen Rechner angeben, der sie hat (#EWALD submit_host = …)</translation>
    </message>
    <message>
        <source>it is held by an administrator</source>
        <translation>die Verwaltung des Clusters hält ihn zurück</translation>
    </message>
    <message>
        <source>it is held on the cluster under your account</source>
        <translation>er wird auf dem Cluster unter Ihrem Konto zurückgehalten</translation>
    </message>
    <message>
        <source>it was started too often and is held</source>
        <translation>er wurde zu oft gestartet und wird zurückgehalten</translation>
    </message>
    <message>
        <source>its last attempt is being cleaned up</source>
        <translation>sein letzter Versuch wird noch aufgeräumt</translation>
    </message>
    <message>
        <source>its log says more: cluster.log and errors.txt in its folder</source>
        <translation>sein Protokoll sagt mehr: cluster.log und errors.txt in seinem Ordner</translation>
    </message>
    <message>
        <source>its log says more: cluster.log in its folder; the folder may not be visible on the nodes</source>
        <translation>sein Protokoll sagt mehr: cluster.log in seinem Ordner; vielleicht ist der Ordner auf den Knoten nicht sichtbar</translation>
    </message>
    <message>
        <source>its node may have failed; try it again: it goes on from what was saved</source>
        <translation>vielleicht ist sein Knoten ausgefallen; wiederholen: Er setzt beim Gesicherten fort</translation>
    </message>
    <message>
        <source>its partition is switched off</source>
        <translation>seine Partition ist abgeschaltet</translation>
    </message>
    <message>
        <source>its partition takes no jobs at present</source>
        <translation>seine Partition nimmt zurzeit keine Aufträge an</translation>
    </message>
    <message>
        <source>its reservation is not there any more</source>
        <translation>seine Reservierung gibt es nicht mehr</translation>
    </message>
    <message>
        <source>job %1 of the cluster</source>
        <translation>Auftrag %1 des Clusters</translation>
    </message>
    <message>
        <source>job %1 of the cluster (%2)</source>
        <translation>Auftrag %1 des Clusters (%2)</translation>
    </message>
    <message>
        <source>jobs of others come first</source>
        <translation>Aufträge anderer kommen zuerst</translation>
    </message>
    <message>
        <source>known: %1; others are made in %2</source>
        <translation>bekannt: %1; weitere werden in %2 angelegt</translation>
    </message>
    <message>
        <source>leave it out, or add it to the template</source>
        <translation>weglassen oder in die Vorlage aufnehmen</translation>
    </message>
    <message>
        <source>name it: --cluster %1=…</source>
        <translation>angeben: --cluster %1=…</translation>
    </message>
    <message>
        <source>no node has all that it asks for</source>
        <translation>kein Knoten hat alles, was er verlangt</translation>
    </message>
    <message>
        <source>not of the form #EWALD key = value: %1</source>
        <translation>nicht von der Form #EWALD Schlüssel = Wert: %1</translation>
    </message>
    <message>
        <source>not of the form /here=/there: %1</source>
        <translation>nicht von der Form /hier=/dort: %1</translation>
    </message>
    <message>
        <source>not of the form key=value: %1</source>
        <translation>nicht von der Form Schlüssel=Wert: %1</translation>
    </message>
    <message>
        <source>not of the form path = /here -&gt; /there: %1</source>
        <translation>nicht von der Form path = /hier -&gt; /dort: %1</translation>
    </message>
    <message>
        <source>nothing needs to be done</source>
        <translation>es ist nichts zu tun</translation>
    </message>
    <message>
        <source>put the queue into a folder that the cluster sees (EWALD_QUEUE), or say how it is called there (#EWALD path = /here -&gt; /there)</source>
        <translation>die Warteschlange in einen Ordner legen, den der Cluster sieht (EWALD_QUEUE), oder angeben, wie er dort heißt (#EWALD path = /hier -&gt; /dort)</translation>
    </message>
    <message>
        <source>release it on the cluster (scontrol release), or cancel it and try again</source>
        <translation>ihn auf dem Cluster freigeben (scontrol release) oder beenden und wiederholen</translation>
    </message>
    <message>
        <source>release it there with scontrol release</source>
        <translation>ihn dort mit scontrol release freigeben</translation>
    </message>
    <message>
        <source>sbatch gave no answer</source>
        <translation>sbatch hat nicht geantwortet</translation>
    </message>
    <message>
        <source>site &quot;%1&quot; needs a value for &quot;%2&quot;</source>
        <translation>„%1“ braucht einen Wert für „%2“</translation>
    </message>
    <message>
        <source>squeue gave no answer for %1 s</source>
        <translation>squeue hat %1 s nicht geantwortet</translation>
    </message>
    <message>
        <source>start it again: it goes on from its last checkpoint</source>
        <translation>starten Sie ihn noch einmal: Er geht von seinem letzten Zwischenstand weiter</translation>
    </message>
    <message>
        <source>start the job again: it goes on from its last checkpoint</source>
        <translation>starten Sie den Auftrag noch einmal: Er geht von seinem letzten Zwischenstand weiter</translation>
    </message>
    <message>
        <source>the GPUs of your group are all in use</source>
        <translation>die GPUs Ihrer Gruppe sind alle belegt</translation>
    </message>
    <message>
        <source>the account is not valid on the cluster</source>
        <translation>das Konto gilt auf dem Cluster nicht</translation>
    </message>
    <message>
        <source>the account may not use the partition</source>
        <translation>das Konto darf die Partition nicht nutzen</translation>
    </message>
    <message>
        <source>the cluster cannot be asked now whether it takes the job (%1)</source>
        <translation>der Cluster kann jetzt nicht gefragt werden, ob er den Auftrag annimmt (%1)</translation>
    </message>
    <message>
        <source>the cluster has given the job to another one of its federation</source>
        <translation>der Cluster hat den Auftrag an einen anderen seines Verbunds gegeben</translation>
    </message>
    <message>
        <source>the cluster has got the job</source>
        <translation>der Cluster hat den Auftrag erhalten</translation>
    </message>
    <message>
        <source>the cluster has no such job any more, and it left no result</source>
        <translation>der Cluster hat den Auftrag nicht mehr, und ein Ergebnis ist nicht da</translation>
    </message>
    <message>
        <source>the cluster has not looked at the job yet</source>
        <translation>der Cluster hat den Auftrag noch nicht betrachtet</translation>
    </message>
    <message>
        <source>the cluster is not reachable since %1</source>
        <translation>der Cluster ist seit %1 nicht erreichbar</translation>
    </message>
    <message>
        <source>the cluster lets it start in some minutes, as it does after an interruption</source>
        <translation>der Cluster lässt ihn in einigen Minuten starten, wie nach jeder Unterbrechung</translation>
    </message>
    <message>
        <source>the cluster names the reason &quot;%1&quot;</source>
        <translation>der Cluster nennt den Grund „%1“</translation>
    </message>
    <message>
        <source>the cluster refuses the job: %1</source>
        <translation>der Cluster lehnt den Auftrag ab: %1</translation>
    </message>
    <message>
        <source>the cluster takes no further job just now</source>
        <translation>der Cluster nimmt gerade keinen weiteren Auftrag an</translation>
    </message>
    <message>
        <source>the cluster took the node away for a job that comes first</source>
        <translation>der Cluster hat den Knoten für einen vorrangigen Auftrag weggenommen</translation>
    </message>
    <message>
        <source>the folder of the job was deleted</source>
        <translation>der Ordner des Auftrags wurde gelöscht</translation>
    </message>
    <message>
        <source>the job cannot be asked for anything: %1</source>
        <translation>Dem Auftrag kann nichts mitgeteilt werden: %1</translation>
    </message>
    <message>
        <source>the job cannot go on as it was asked to: %1</source>
        <translation>Der Auftrag kann nicht wie gewünscht weitergehen: %1</translation>
    </message>
    <message>
        <source>the job could not be done before its deadline</source>
        <translation>der Auftrag war bis zu seiner Frist nicht zu schaffen</translation>
    </message>
    <message>
        <source>the job ended on the cluster without a result</source>
        <translation>der Auftrag endete auf dem Cluster ohne Ergebnis</translation>
    </message>
    <message>
        <source>the job failed on the cluster before it could say why</source>
        <translation>der Auftrag schlug auf dem Cluster fehl, bevor er einen Grund nennen konnte</translation>
    </message>
    <message>
        <source>the job goes on there, and is looked at again by itself</source>
        <translation>der Auftrag läuft dort weiter; es wird von selbst wieder nachgesehen</translation>
    </message>
    <message>
        <source>the job needed more memory than it had asked for on the cluster</source>
        <translation>der Auftrag brauchte mehr Speicher, als er vom Cluster verlangt hatte</translation>
    </message>
    <message>
        <source>the job reached its time limit on the cluster</source>
        <translation>der Auftrag erreichte seine Zeitgrenze auf dem Cluster</translation>
    </message>
    <message>
        <source>the job runs outside the queue: %1</source>
        <translation>Der Auftrag läuft außerhalb der Warteschlange: %1</translation>
    </message>
    <message>
        <source>the job that it waits for has failed</source>
        <translation>der Auftrag, auf den er wartet, ist fehlgeschlagen</translation>
    </message>
    <message>
        <source>the job was cancelled on the cluster</source>
        <translation>der Auftrag wurde auf dem Cluster beendet</translation>
    </message>
    <message>
        <source>the node could not load your environment, and the job is held</source>
        <translation>der Knoten konnte Ihre Umgebung nicht laden, und der Auftrag wird zurückgehalten</translation>
    </message>
    <message>
        <source>the node could not start it</source>
        <translation>der Knoten konnte ihn nicht starten</translation>
    </message>
    <message>
        <source>the node could not start it, and it is held</source>
        <translation>der Knoten konnte ihn nicht starten, und er wird zurückgehalten</translation>
    </message>
    <message>
        <source>the node of the job could not be started</source>
        <translation>der Knoten des Auftrags ließ sich nicht starten</translation>
    </message>
    <message>
        <source>the node of the job has failed</source>
        <translation>der Knoten des Auftrags ist ausgefallen</translation>
    </message>
    <message>
        <source>the nodes that it needs are reserved or down, maybe for maintenance</source>
        <translation>die Knoten, die er braucht, sind reserviert oder abgeschaltet, vielleicht zur Wartung</translation>
    </message>
    <message>
        <source>the process of the job has ended; another attempt begins</source>
        <translation>Der Prozess des Auftrags ist beendet; ein weiterer Versuch beginnt</translation>
    </message>
    <message>
        <source>the process of the job has gone without a word</source>
        <translation>Der Prozess des Auftrags ist ohne Meldung verschwunden</translation>
    </message>
    <message>
        <source>the process of the job has gone: %1</source>
        <translation>Der Prozess des Auftrags ist verschwunden: %1</translation>
    </message>
    <message>
        <source>the processors or the time of your group are used up</source>
        <translation>die Prozessoren oder die Zeit Ihrer Gruppe sind aufgebraucht</translation>
    </message>
    <message>
        <source>the quality of service is not valid on the cluster</source>
        <translation>die Dienstgüte (QOS) gilt auf dem Cluster nicht</translation>
    </message>
    <message>
        <source>the quality of service may not be used there</source>
        <translation>die Dienstgüte (QOS) darf dort nicht genutzt werden</translation>
    </message>
    <message>
        <source>the template has an unknown place {%1}</source>
        <translation>die Vorlage hat eine unbekannte Stelle {%1}</translation>
    </message>
    <message>
        <source>the template has no {token}, by which its jobs are known again</source>
        <translation>die Vorlage hat kein {token}, an dem ihre Aufträge wiedererkannt werden</translation>
    </message>
    <message>
        <source>the template of site &quot;%1&quot; has no place for &quot;%2&quot;</source>
        <translation>die Vorlage von „%1“ hat keine Stelle für „%2“</translation>
    </message>
    <message>
        <source>the window ended before its job did</source>
        <translation>Das Fenster endete vor seinem Auftrag</translation>
    </message>
    <message>
        <source>there is no back end &quot;%1&quot;</source>
        <translation>„%1“ als Ort für Aufträge gibt es nicht</translation>
    </message>
    <message>
        <source>there is no site &quot;%1&quot;</source>
        <translation>„%1“ als Cluster gibt es nicht</translation>
    </message>
    <message>
        <source>try it again</source>
        <translation>ihn wiederholen</translation>
    </message>
    <message>
        <source>try it again if that was wrong</source>
        <translation>ihn wiederholen, falls das falsch war</translation>
    </message>
    <message>
        <source>try it again with more time: it goes on from what was saved</source>
        <translation>ihn mit mehr Zeit wiederholen: Er setzt beim Gesicherten fort</translation>
    </message>
    <message>
        <source>use letters, digits and signs, without blanks and quotation marks</source>
        <translation>Buchstaben, Ziffern und Zeichen ohne Leerzeichen und Anführungszeichen nehmen</translation>
    </message>
    <message>
        <source>wait, or ask for less time so that it ends before the maintenance</source>
        <translation>warten oder weniger Zeit verlangen, damit er vor der Wartung endet</translation>
    </message>
    <message>
        <source>wait, or ask for other nodes</source>
        <translation>warten oder andere Knoten verlangen</translation>
    </message>
    <message>
        <source>wait, or ask the administrators of the cluster</source>
        <translation>warten oder die Verwaltung des Clusters fragen</translation>
    </message>
    <message>
        <source>wait, or cancel it and ask for another partition</source>
        <translation>warten oder ihn beenden und eine andere Partition verlangen</translation>
    </message>
    <message>
        <source>wait, or cancel it and ask for fewer GPUs</source>
        <translation>warten oder ihn beenden und weniger GPUs verlangen</translation>
    </message>
    <message>
        <source>waits for a licence</source>
        <translation>wartet auf eine Lizenz</translation>
    </message>
    <message>
        <source>waits for another job of the cluster</source>
        <translation>wartet auf einen anderen Auftrag des Clusters</translation>
    </message>
    <message>
        <source>waits for free nodes, processors or GPUs</source>
        <translation>wartet auf freie Knoten, Prozessoren oder GPUs</translation>
    </message>
    <message>
        <source>waits for its reservation to begin</source>
        <translation>wartet auf den Beginn seiner Reservierung</translation>
    </message>
    <message>
        <source>you have as many jobs running as you may have</source>
        <translation>es laufen so viele Ihrer Aufträge, wie laufen dürfen</translation>
    </message>
    <message>
        <source>your group uses as much of the cluster as it may</source>
        <translation>Ihre Gruppe nutzt so viel des Clusters, wie sie darf</translation>
    </message>
    <message>
        <source>your share of the cluster is used up</source>
        <translation>Ihr Anteil am Cluster ist aufgebraucht</translation>
    </message>
    <message>
        <source>the report was not written: %1</source>
        <translation>der Bericht wurde nicht geschrieben: %1</translation>
    </message>
    <message>
        <source>there is neither a result nor a job to report on</source>
        <translation>es gibt weder ein Ergebnis noch einen Auftrag, über den zu berichten wäre</translation>
    </message>
    <message>
        <source>ask for more time; such a job cannot go on from the middle</source>
        <translation>mehr Zeit verlangen; ein solcher Auftrag kann nicht in der Mitte fortsetzen</translation>
    </message>
    <message>
        <source>known settings: submit_host, path, program, poll_s, patience_s, most_jobs, array_at_once</source>
        <translation>bekannte Einstellungen: submit_host, path, program, poll_s, patience_s, most_jobs, array_at_once</translation>
    </message>
    <message>
        <source>the cluster ended the job before it was done</source>
        <translation>der Cluster hat den Auftrag beendet, bevor er fertig war</translation>
    </message>
    <message>
        <source>the process of the job does not end</source>
        <translation>Der Prozess des Auftrags endet nicht</translation>
    </message>
    <message>
        <source>the folder of the job is gone</source>
        <translation>der Ordner des Auftrags ist verschwunden</translation>
    </message>
    <message>
        <source>the job came no further for %1 s</source>
        <translation>der Auftrag ist seit %1 s nicht weitergekommen</translation>
    </message>
    <message>
        <source>install the commands of Slurm, or make a template that names a computer which has them (#EWALD submit_host = …): ewald-cli queue sites --show plain</source>
        <translation>die Befehle von Slurm installieren oder eine Vorlage anlegen, die einen Rechner nennt, der sie hat (#EWALD submit_host = …): ewald-cli queue sites --show plain</translation>
    </message>
    <message>
        <source>sbatch is not installed on this computer</source>
        <translation>sbatch ist auf diesem Rechner nicht installiert</translation>
    </message>
    <message>
        <source>another process has worked on the job at %1 attempts</source>
        <translation>bei %1 Versuchen hat ein anderer Prozess am Auftrag gearbeitet</translation>
    </message>
    <message>
        <source>ask for more time, and try it again</source>
        <translation>mehr Zeit verlangen und es noch einmal versuchen</translation>
    </message>
    <message>
        <source>end that process, and try it again</source>
        <translation>diesen Prozess beenden und es noch einmal versuchen</translation>
    </message>
    <message>
        <source>put it back, or start the program again to have a new one</source>
        <translation>ihn zurückstellen oder das Programm neu starten, um einen neuen zu bekommen</translation>
    </message>
    <message>
        <source>the folder of the queue is gone</source>
        <translation>der Ordner der Warteschlange ist weg</translation>
    </message>
    <message>
        <source>the job has come no further in %1 turns of the cluster</source>
        <translation>der Auftrag ist in %1 Anläufen des Clusters nicht weitergekommen</translation>
    </message>
    <message>
        <source>a program works on job %1</source>
        <translation>ein Programm arbeitet am Auftrag %1</translation>
    </message>
    <message>
        <source>begin it with / or {folder}</source>
        <translation>mit / oder {folder} beginnen</translation>
    </message>
    <message>
        <source>cancel it instead</source>
        <translation>ihn stattdessen abbrechen</translation>
    </message>
    <message>
        <source>it was started on %1, where no program looks after it any more</source>
        <translation>er wurde auf %1 gestartet, wo sich kein Programm mehr um ihn kümmert</translation>
    </message>
    <message>
        <source>only jobs are released that a computer has left while they ran there</source>
        <translation>freigegeben werden nur Aufträge, die ein Rechner zurückgelassen hat, während sie dort liefen</translation>
    </message>
    <message>
        <source>run the queue there again; if that computer is off for good: ewald-cli queue release %1</source>
        <translation>die Warteschlange dort wieder laufen lassen; ist dieser Rechner endgültig abgeschaltet: ewald-cli queue release %1</translation>
    </message>
    <message>
        <source>a fit of the positions needs at least 4 frames</source>
        <translation>eine Anpassung der Positionen braucht mindestens 4 Bilder</translation>
    </message>
    <message>
        <source>in common: the stage&apos;s axes are %1° (± %2°) away from a right angle</source>
        <translation>gemeinsam: die Achsen des Tischs weichen um %1° (± %2°) vom rechten Winkel ab</translation>
    </message>
    <message>
        <source>in common: they are %1 times as far apart as in the file (± %2); if not the stage&apos;s calibration, the distance or the energy is wrong by that factor</source>
        <translation>gemeinsam: sie liegen %1-mal so weit auseinander wie in der Datei (± %2); wenn es nicht die Kalibrierung des Tischs ist, sind Abstand oder Energie um diesen Faktor falsch</translation>
    </message>
    <message>
        <source>in common: they are turned by %1° (± %2°), as with position_rotation_deg: the camera&apos;s axes against the stage&apos;s</source>
        <translation>gemeinsam: sie sind um %1° (± %2°) gedreht, wie mit position_rotation_deg: die Achsen der Kamera gegen die des Tischs</translation>
    </message>
    <message>
        <source>in common: x is stretched by %1 % (± %2 %) against y: the calibration of one stage axis</source>
        <translation>gemeinsam: x ist um %1 % (± %2 %) gegen y gestreckt: die Kalibrierung einer Achse des Tischs</translation>
    </message>
    <message>
        <source>positions stay as they are: the object has no room for their moves; raise object_margin</source>
        <translation>die Positionen bleiben, wie sie sind: das Objekt hat keinen Platz für Bewegungen; object_margin erhöhen</translation>
    </message>
    <message>
        <source>positions stay as they are: the object was cut into tiles without room for their moves; start the run with refine_positions</source>
        <translation>die Positionen bleiben, wie sie sind: das Objekt wurde in Kacheln ohne Platz für Bewegungen geteilt; den Lauf mit refine_positions starten</translation>
    </message>
    <message>
        <source>a job needs a name</source>
        <translation>ein Auftrag braucht einen Namen</translation>
    </message>
    <message>
        <source>choose another folder with EWALD_QUEUE</source>
        <translation>wählen Sie mit EWALD_QUEUE einen anderen Ordner</translation>
    </message>
    <message>
        <source>duplicate the job instead</source>
        <translation>duplizieren Sie stattdessen den Auftrag</translation>
    </message>
    <message>
        <source>give a name, or leave it to the queue: {folder}/{name}.h5</source>
        <translation>geben Sie einen Namen an, oder überlassen Sie ihn der Warteschlange: {folder}/{name}.h5</translation>
    </message>
    <message>
        <source>job %1 will write the same file</source>
        <translation>Auftrag %1 wird dieselbe Datei schreiben</translation>
    </message>
    <message>
        <source>name a file: {folder}/{name}.h5</source>
        <translation>nennen Sie eine Datei: {folder}/{name}.h5</translation>
    </message>
    <message>
        <source>remove it, or choose another folder with EWALD_QUEUE</source>
        <translation>entfernen Sie sie, oder wählen Sie mit EWALD_QUEUE einen anderen Ordner</translation>
    </message>
    <message>
        <source>remove it, then try the job again</source>
        <translation>entfernen Sie sie und starten Sie den Auftrag erneut</translation>
    </message>
    <message>
        <source>the file has a job already, job %1, with another value of: %2</source>
        <translation>die Datei hat schon einen Auftrag, Auftrag %1, mit anderem Wert für: %2</translation>
    </message>
    <message>
        <source>the output has no name</source>
        <translation>die Ausgabe hat keinen Namen</translation>
    </message>
    <message>
        <source>the output is a folder</source>
        <translation>die Ausgabe ist ein Ordner</translation>
    </message>
    <message>
        <source>this is the database of another program</source>
        <translation>dies ist die Datenbank eines anderen Programms</translation>
    </message>
    <message>
        <source>this should be a file</source>
        <translation>dies sollte eine Datei sein</translation>
    </message>
    <message>
        <source>this should be the database of the queue, but it is no file</source>
        <translation>dies sollte die Datenbank der Warteschlange sein, ist aber keine Datei</translation>
    </message>
    <message>
        <source>a job of the queue has the result %1: this one gets %2</source>
        <translation>ein Auftrag der Warteschlange hat das Ergebnis %1: dieser bekommt %2</translation>
    </message>
    <message>
        <source>a job of the queue writes this file, or will when it is tried again</source>
        <translation>ein Auftrag der Warteschlange schreibt diese Datei, oder wird es tun, wenn er noch einmal versucht wird</translation>
    </message>
    <message>
        <source>give another output; removing a stopped job sets its output free</source>
        <translation>eine andere Ausgabe angeben; wird ein angehaltener Auftrag entfernt, so wird seine Ausgabe frei</translation>
    </message>
    <message>
        <source>give it the ending of its own format, or remove the job</source>
        <translation>ihr die Endung ihres eigenen Formats geben, oder den Auftrag entfernen</translation>
    </message>
    <message>
        <source>it is no HDF5 file</source>
        <translation>es ist keine HDF5-Datei</translation>
    </message>
    <message>
        <source>job %1 has written the same file since</source>
        <translation>Auftrag %1 hat dieselbe Datei inzwischen geschrieben</translation>
    </message>
    <message>
        <source>move it and try the job again (ewald-cli queue retry %1), or duplicate the job, which gives its result a free name (ewald-cli queue duplicate %1)</source>
        <translation>es verschieben und den Auftrag noch einmal versuchen (ewald-cli queue retry %1), oder den Auftrag verdoppeln, wodurch sein Ergebnis einen freien Namen bekommt (ewald-cli queue duplicate %1)</translation>
    </message>
    <message>
        <source>the file is no HDF5 file, although it is named like one</source>
        <translation>die Datei ist keine HDF5-Datei, obwohl sie so heißt</translation>
    </message>
    <message>
        <source>try the job again for all frames (ewald-cli queue retry %1)</source>
        <translation>den Auftrag für alle Bilder noch einmal versuchen (ewald-cli queue retry %1)</translation>
    </message>
    <message>
        <source>try the job again to continue it (ewald-cli queue retry %1)</source>
        <translation>den Auftrag noch einmal versuchen, um ihn fortzusetzen (ewald-cli queue retry %1)</translation>
    </message>
    <message>
        <source>value is too large</source>
        <translation>der Wert ist zu groß</translation>
    </message>
    <message>
        <source>the text is not valid UTF-8</source>
        <translation>der Text ist kein gültiges UTF-8</translation>
    </message>
    <message>
        <source>write it in UTF-8, or let the names of the scans decide: {folder}/{name}.h5</source>
        <translation>ihn in UTF-8 schreiben, oder die Namen der Scans entscheiden lassen: {folder}/{name}.h5</translation>
    </message>
    <message>
        <source>the frames do not tell the scale of the positions: it is left as in the file</source>
        <translation>die Bilder sagen nichts über den Maßstab der Positionen: er bleibt wie in der Datei</translation>
    </message>
    <message>
        <source>the frames do not tell the rotation of the positions: it is left as in the file</source>
        <translation>die Bilder sagen nichts über die Drehung der Positionen: sie bleibt wie in der Datei</translation>
    </message>
    <message>
        <source>the frames do not tell whether one axis of the positions is stretched: it is left as in the file</source>
        <translation>die Bilder sagen nichts darüber, ob eine Achse der Positionen gestreckt ist: sie bleibt wie in der Datei</translation>
    </message>
    <message>
        <source>the frames do not tell whether the axes of the positions are at a right angle: it is left as in the file</source>
        <translation>die Bilder sagen nichts darüber, ob die Achsen der Positionen rechtwinklig sind: das bleibt wie in der Datei</translation>
    </message>
    <message>
        <source>the result is saved as %1 instead: it can be moved and continued</source>
        <translation>das Ergebnis ist stattdessen als %1 gespeichert: es kann verschoben und fortgesetzt werden</translation>
    </message>
    <message>
        <source>after %1 iterations</source>
        <translation>nach %1 Iterationen</translation>
    </message>
    <message>
        <source>automatic plan: %1 from here on, positions move: %2</source>
        <translation>automatischer Plan: ab hier %1, Positionen bewegen sich: %2</translation>
    </message>
    <message>
        <source>automatic plan: %1 from here on: %2</source>
        <translation>automatischer Plan: ab hier %1: %2</translation>
    </message>
    <message>
        <source>automatic plan: nothing improves any more: %1</source>
        <translation>automatischer Plan: nichts verbessert sich mehr: %1</translation>
    </message>
    <message>
        <source>the error falls by less than %1 % an iteration</source>
        <translation>der Fehler fällt um weniger als %1 % je Iteration</translation>
    </message>
    <message>
        <source>automatic plan: %1 first, with %2 probe {mode|modes} and batches of %3 {frame|frames}</source>
        <translation>automatischer Plan: zuerst %1, mit %2 {Sondenmode|Sondenmoden} und Stapeln von %3 {Bild|Bildern}</translation>
    </message>
    <message>
        <source>one a decision</source>
        <translation>einen je Entscheidung</translation>
    </message>
    <message>
        <source>automatic plan: %1 of %2 probe modes, the rest has less than %3 % of the power each</source>
        <translation>automatischer Plan: %1 von %2 Sondenmoden, die übrigen haben je weniger als %3 % der Leistung</translation>
    </message>
    <message>
        <source>row, column</source>
        <translation>Zeile, Spalte</translation>
    </message>
    <message>
        <source>a half of the frames did not converge: it ends at a Fourier error of %1, all frames at %2</source>
        <translation>eine Hälfte der Bilder konvergiert nicht: sie endet bei einem Fourier-Fehler von %1, alle Bilder bei %2</translation>
    </message>
    <message>
        <source>%1 stores the waves of all frames and has no %2</source>
        <translation>%1 speichert die Wellen aller Bilder und kennt kein %2</translation>
    </message>
    <message>
        <source>a probe that varies from frame to frame is not fitted along the path of a fly scan</source>
        <translation>eine Sonde, die sich von Bild zu Bild ändert, wird entlang des Weges eines Fly-Scans nicht angepasst</translation>
    </message>
    <message>
        <source>set variable_probe_modes to 0, or fly_points to 1</source>
        <translation>variable_probe_modes auf 0 oder fly_points auf 1 setzen</translation>
    </message>
    <message>
        <source>%1 does not reconstruct a tilted sample</source>
        <translation>%1 rekonstruiert keine gekippte Probe</translation>
    </message>
    <message>
        <source>a probe that varies from frame to frame is not fitted on a tilted sample</source>
        <translation>eine Sonde, die sich von Bild zu Bild ändert, wird auf einer gekippten Probe nicht angepasst</translation>
    </message>
    <message>
        <source>a tilted sample has one slice only</source>
        <translation>eine gekippte Probe hat nur eine Schicht</translation>
    </message>
    <message>
        <source>a tilted sample is reconstructed in the far field only</source>
        <translation>eine gekippte Probe wird nur im Fernfeld rekonstruiert</translation>
    </message>
    <message>
        <source>correct the tilt of the sample or the angle of the detector (detector_angle_deg)</source>
        <translation>die Kippung der Probe oder den Winkel des Detektors (detector_angle_deg) berichtigen</translation>
    </message>
    <message>
        <source>detector_angle_deg</source>
        <translation>detector_angle_deg</translation>
    </message>
    <message>
        <source>frames of a tilted sample are taken as the detector&apos;s axes say</source>
        <translation>die Bilder einer gekippten Probe werden genommen, wie die Achsen des Detektors es sagen</translation>
    </message>
    <message>
        <source>give the angle of the detector (detector_angle_deg), or use geometry transmission or bragg</source>
        <translation>den Winkel des Detektors (detector_angle_deg) angeben oder als geometry transmission oder bragg nehmen</translation>
    </message>
    <message>
        <source>leave refine_positions out, or set geometry to transmission</source>
        <translation>refine_positions weglassen oder geometry auf transmission setzen</translation>
    </message>
    <message>
        <source>positions are not refined on a tilted sample</source>
        <translation>auf einer gekippten Probe werden keine Positionen verfeinert</translation>
    </message>
    <message>
        <source>probes go to a tilted sample with exact shifts only</source>
        <translation>zu einer gekippten Probe gelangt die Sonde nur mit genauen Verschiebungen</translation>
    </message>
    <message>
        <source>sample_tilt_deg</source>
        <translation>sample_tilt_deg</translation>
    </message>
    <message>
        <source>set %1 to 0, or geometry to bragg</source>
        <translation>%1 auf 0 oder geometry auf bragg setzen</translation>
    </message>
    <message>
        <source>set %1 to false, or geometry to transmission</source>
        <translation>%1 auf false oder geometry auf transmission setzen</translation>
    </message>
    <message>
        <source>set geometry to transmission, or focus_to_sample_m to 0</source>
        <translation>geometry auf transmission oder focus_to_sample_m auf 0 setzen</translation>
    </message>
    <message>
        <source>set slices to 1, or geometry to transmission</source>
        <translation>slices auf 1 oder geometry auf transmission setzen</translation>
    </message>
    <message>
        <source>set subpixel to auto or fourier</source>
        <translation>subpixel auf auto oder fourier setzen</translation>
    </message>
    <message>
        <source>set variable_probe_modes to 0</source>
        <translation>variable_probe_modes auf 0 setzen</translation>
    </message>
    <message>
        <source>the beam runs along the sample</source>
        <translation>der Strahl läuft an der Probe entlang</translation>
    </message>
    <message>
        <source>the detector is in the beam: a mirror would lie along it</source>
        <translation>der Detektor steht im Strahl: Ein Spiegel läge längs dazu</translation>
    </message>
    <message>
        <source>the detector of a sample in transmission is in the beam</source>
        <translation>der Detektor einer Probe in Transmission steht im Strahl</translation>
    </message>
    <message>
        <source>the tilt of the sample is given by its geometry</source>
        <translation>die Kippung der Probe folgt schon aus ihrer Geometrie</translation>
    </message>
    <message>
        <source>tilt the sample by less than 89 degrees</source>
        <translation>die Probe um weniger als 89 Grad kippen</translation>
    </message>
    <message>
        <source>use another engine, or set geometry to transmission</source>
        <translation>ein anderes Verfahren nehmen oder geometry auf transmission setzen</translation>
    </message>
    <message>
        <source>what goes to the detector runs along the sample</source>
        <translation>was zum Detektor geht, läuft an der Probe entlang</translation>
    </message>
    <message>
        <source>several slices need a distance between them</source>
        <translation>mehrere Schichten brauchen einen Abstand</translation>
    </message>
    <message>
        <source>give it in metres: a few depths of field, 5 px^2/wavelength</source>
        <translation>ihn in Metern angeben: einige Schärfentiefen, 5 px^2/Wellenlänge</translation>
    </message>
    <message>
        <source>%1 does not reconstruct several slices</source>
        <translation>%1 rekonstruiert nicht mehrere Schichten</translation>
    </message>
    <message>
        <source>positions are not refined with several slices</source>
        <translation>mit mehreren Schichten werden keine Positionen verfeinert</translation>
    </message>
    <message>
        <source>refine them with one slice first, or leave refine_positions out</source>
        <translation>sie zuerst mit einer Schicht verfeinern oder refine_positions weglassen</translation>
    </message>
    <message>
        <source>a probe that varies from frame to frame is not fitted with several slices</source>
        <translation>eine Sonde, die sich von Bild zu Bild ändert, wird mit mehreren Schichten nicht angepasst</translation>
    </message>
    <message>
        <source>set variable_probe_modes to 0, or slices to 1</source>
        <translation>variable_probe_modes auf 0 oder slices auf 1 setzen</translation>
    </message>
    <message>
        <source>an object of several modes has one slice only</source>
        <translation>ein Objekt mit mehreren Moden hat nur eine Schicht</translation>
    </message>
    <message>
        <source>set object_modes to 1, or slices to 1</source>
        <translation>object_modes oder slices auf 1 setzen</translation>
    </message>
    <message>
        <source>the values of an object&apos;s modes have no limits: only their sum of intensities is measured</source>
        <translation>die Werte der Objektmoden haben keine Grenzen: gemessen wird nur die Summe ihrer Intensitäten</translation>
    </message>
    <message>
        <source>leave it out, or set object_modes to 1</source>
        <translation>es weglassen oder object_modes auf 1 setzen</translation>
    </message>
    <message>
        <source>a probe that varies from frame to frame is not fitted with several modes of the object</source>
        <translation>eine Sonde, die sich von Bild zu Bild ändert, wird mit mehreren Objektmoden nicht angepasst</translation>
    </message>
    <message>
        <source>set variable_probe_modes to 0, or object_modes to 1</source>
        <translation>variable_probe_modes auf 0 oder object_modes auf 1 setzen</translation>
    </message>
    <message>
        <source>%1 makes an image of one frame, which does not tell states of the object apart</source>
        <translation>%1 macht ein Bild aus einer einzigen Aufnahme, die Zustände des Objekts nicht unterscheidet</translation>
    </message>
    <message>
        <source>set object_modes to 1</source>
        <translation>object_modes auf 1 setzen</translation>
    </message>
    <message>
        <source>an object of several slices is reconstructed in the far field only</source>
        <translation>ein Objekt aus mehreren Schichten wird nur im Fernfeld rekonstruiert</translation>
    </message>
    <message>
        <source>set slices to 1, or focus_to_sample_m to 0</source>
        <translation>slices auf 1 oder focus_to_sample_m auf 0 setzen</translation>
    </message>
    <message>
        <source>%1: one frame says nothing about its position: leave refine_positions and position_method out</source>
        <translation>%1: ein Bild sagt nichts über seine Position: refine_positions und position_method weglassen</translation>
    </message>
    <message>
        <source>%1: the probe of one frame does not vary: set variable_probe_modes to 0</source>
        <translation>%1: die Sonde eines einzigen Bildes ändert sich nicht: variable_probe_modes auf 0 setzen</translation>
    </message>
    <message>
        <source>%1: one frame is not enough for background and beam: leave background and frame_intensities out</source>
        <translation>%1: ein Bild genügt nicht für Untergrund und Strahl: background und frame_intensities weglassen</translation>
    </message>
    <message>
        <source>%1: the object would leave its band: leave %2 out, or lower object_band</source>
        <translation>%1: das Objekt würde sein Band verlassen: %2 weglassen oder object_band senken</translation>
    </message>
    <message>
        <source>%1: the probe is known: leave %2 out</source>
        <translation>%1: die Sonde ist bekannt: %2 weglassen</translation>
    </message>
    <message>
        <source>%1 makes an image of one frame, which has no halves</source>
        <translation>%1 macht das Bild einer Aufnahme, die keine Hälften hat</translation>
    </message>
    <message>
        <source>leave halves out</source>
        <translation>halves weglassen</translation>
    </message>
    <message>
        <source>%1 makes an image of one frame, which has no path</source>
        <translation>%1 macht das Bild einer Aufnahme, die keinen Weg hat</translation>
    </message>
    <message>
        <source>set fly_points to 1</source>
        <translation>fly_points auf 1 setzen</translation>
    </message>
    <message>
        <source>%1 takes the probe with all the modes that it has</source>
        <translation>%1 nimmt die Sonde mit allen Moden, die sie hat</translation>
    </message>
    <message>
        <source>set probe_modes to 1</source>
        <translation>probe_modes auf 1 setzen</translation>
    </message>
    <message>
        <source>%1 cannot find the probe: it has to be known</source>
        <translation>%1 kann die Sonde nicht finden: sie muss bekannt sein</translation>
    </message>
    <message>
        <source>give the result of a scan with the same beam</source>
        <translation>das Ergebnis eines Scans mit demselben Strahl angeben</translation>
    </message>
    <message>
        <source>%1 makes an image of one frame, and there are %2</source>
        <translation>%1 macht das Bild einer Aufnahme, und es sind %2</translation>
    </message>
    <message>
        <source>set max_frames to 1 and first_frame to the one that you want</source>
        <translation>max_frames auf 1 und first_frame auf die gewünschte setzen</translation>
    </message>
    <message>
        <source>%1 is for the far field</source>
        <translation>%1 ist für das Fernfeld</translation>
    </message>
    <message>
        <source>use another engine for the near field</source>
        <translation>für das Nahfeld ein anderes Verfahren verwenden</translation>
    </message>
    <message>
        <source>devices: %1 of %2: there are no more frames</source>
        <translation>Geräte: %1 von %2: mehr Bilder gibt es nicht</translation>
    </message>
    <message>
        <source>the initial object has %1 slices, this job %2</source>
        <translation>das Startobjekt hat %1 Schichten, dieser Auftrag %2</translation>
    </message>
    <message>
        <source>set slices to its number, or start from another object</source>
        <translation>slices auf seine Zahl setzen oder mit einem anderen Objekt beginnen</translation>
    </message>
    <message>
        <source>the initial object has %1 modes, this job %2</source>
        <translation>das Startobjekt hat %1 Moden, dieser Auftrag %2</translation>
    </message>
    <message>
        <source>set object_modes to its number, or start from another object</source>
        <translation>object_modes auf seine Zahl setzen oder mit einem anderen Objekt beginnen</translation>
    </message>
    <message>
        <source>use another engine, or set %1 to 1</source>
        <translation>ein anderes Verfahren nehmen oder %1 auf 1 setzen</translation>
    </message>
    <message>
        <source>the near field has no oversampling: its frames are as large as the probe</source>
        <translation>im Nahfeld gibt es keine Überabtastung: Seine Bilder sind so groß wie die Sonde</translation>
    </message>
    <message>
        <source>set oversampling to 1</source>
        <translation>oversampling auf 1 setzen</translation>
    </message>
    <message>
        <source>saturated pixels can only count as at least that many where the number is known and not binned</source>
        <translation>gesättigte Pixel können nur als mindestens so viele zählen, wo die Zahl bekannt und nicht zusammengefasst ist</translation>
    </message>
    <message>
        <source>give the counts as saturation and set binning to 1, or ignore them</source>
        <translation>die Zahl als saturation angeben und binning auf 1 setzen, oder sie übergehen</translation>
    </message>
    <message>
        <source>a half of the scan is not divided again</source>
        <translation>eine Hälfte des Scans wird nicht noch einmal geteilt</translation>
    </message>
    <message>
        <source>compare the halves of all frames</source>
        <translation>die Hälften aller Bilder vergleichen</translation>
    </message>
    <message>
        <source>one frame has no halves</source>
        <translation>ein einzelnes Bild hat keine Hälften</translation>
    </message>
    <message>
        <source>verdict: %1</source>
        <translation>Urteil: %1</translation>
    </message>
    <message>
        <source>Fourier error %1, %2 × the noise limit</source>
        <translation>Fourier-Fehler %1, %2 × die Rauschgrenze</translation>
    </message>
    <message>
        <source>Fourier error %1; there is no noise limit, as the frames are no counts</source>
        <translation>Fourier-Fehler %1; eine Rauschgrenze gibt es nicht, denn die Bilder sind keine Zählwerte</translation>
    </message>
    <message>
        <source>%1 (a pixel) or better</source>
        <translation>%1 (ein Pixel) oder besser</translation>
    </message>
    <message>
        <source>resolution: %1 (half-bit), %2 (one-bit), by the ring correlation of %3</source>
        <translation>Auflösung: %1 (Halb-Bit), %2 (Ein-Bit), nach der Ringkorrelation von: %3</translation>
    </message>
    <message>
        <source>two random halves of the scan (of each two consecutive frames one)</source>
        <translation>zwei zufällige Hälften des Scans (von je zwei aufeinanderfolgenden Bildern eines)</translation>
    </message>
    <message>
        <source>the even and the odd frames of one scan</source>
        <translation>die geraden und die ungeraden Bilder eines Scans</translation>
    </message>
    <message>
        <source>frames %1 to %2 and frames %3 to %4 of one scan</source>
        <translation>die Bilder %1 bis %2 und die Bilder %3 bis %4 eines Scans</translation>
    </message>
    <message>
        <source>different frames of one scan</source>
        <translation>verschiedene Bilder eines Scans</translation>
    </message>
    <message>
        <source>%1 of %2 probe modes {1:has|have} more than %3 % of the power: %4 %</source>
        <translation>%1 von %2 Moden der Sonde {1:hat|haben} mehr als %3 % der Leistung: %4 %</translation>
    </message>
    <message>
        <source>the background is %1 counts a frame, %2 % of what was measured</source>
        <translation>der Untergrund beträgt %1 Ereignisse je Bild, %2 % dessen, was gemessen wurde</translation>
    </message>
    <message>
        <source>the beam varies by %1 % (r.m.s.) from frame to frame</source>
        <translation>der Strahl schwankt um %1 % (quadratisches Mittel) von Bild zu Bild</translation>
    </message>
    <message>
        <source>the probe changes from frame to frame by %1 % of its power</source>
        <translation>die Sonde ändert sich von Bild zu Bild um %1 % ihrer Leistung</translation>
    </message>
    <message>
        <source>more iterations would help: the error still falls by %1 % in each</source>
        <translation>mehr Iterationen würden helfen: der Fehler fällt noch um %1 % in jeder</translation>
    </message>
    <message>
        <source>below the noise limit the model fits noise: fewer unknowns (modes, variations) or more overlap would help</source>
        <translation>unter der Rauschgrenze passt sich das Modell dem Rauschen an: weniger Unbekannte (Moden, Variationen) oder mehr Überlappung würden helfen</translation>
    </message>
    <message>
        <source>this is what the counts allow: only more of them would help</source>
        <translation>mehr geben die Zählwerte nicht her: nur mehr davon würden helfen</translation>
    </message>
    <message>
        <source>positions that are refined (refine_positions) may help</source>
        <translation>verfeinerte Positionen (refine_positions) können helfen</translation>
    </message>
    <message>
        <source>more than %1 probe {mode|modes} (probe_modes) may help</source>
        <translation>mehr als %1 {Mode|Moden} der Sonde (probe_modes) können helfen</translation>
    </message>
    <message>
        <source>a background that is fitted (background), or one to be masked, may help</source>
        <translation>ein angepasster Untergrund (background) oder eine Maske für ihn kann helfen</translation>
    </message>
    <message>
        <source>no resolution can be given: %1</source>
        <translation>eine Auflösung lässt sich nicht angeben: %1</translation>
    </message>
    <message>
        <source>resolution: reconstructing the first half of the frames, chosen at random</source>
        <translation>Auflösung: die erste, zufällig gewählte Hälfte der Bilder wird rekonstruiert</translation>
    </message>
    <message>
        <source>resolution: reconstructing the second half of the frames, chosen at random</source>
        <translation>Auflösung: die zweite, zufällig gewählte Hälfte der Bilder wird rekonstruiert</translation>
    </message>
    <message>
        <source>the job is one of a half of its scan already</source>
        <translation>der Auftrag nutzt schon nur eine Hälfte seines Scans</translation>
    </message>
    <message>
        <source>the result is saved without a resolution by halves: %1</source>
        <translation>das Ergebnis ist gespeichert, aber ohne Auflösung aus Hälften: %1</translation>
    </message>
    <message>
        <source>use all frames</source>
        <translation>alle Bilder verwenden</translation>
    </message>
    <message>
        <source>use all frames (scan_half), or leave halves out</source>
        <translation>alle Bilder verwenden (scan_half) oder halves weglassen</translation>
    </message>
    <message>
        <source>stopped during the halves: the result is saved, without a resolution; --resume adds it</source>
        <translation>während der Hälften angehalten: das Ergebnis ist gespeichert, ohne Auflösung; --resume fügt sie hinzu</translation>
    </message>
    <message>
        <source>through the host: %1</source>
        <translation>über den Hauptspeicher: %1</translation>
    </message>
    <message>
        <source>%1 GPUs would be slower than %2 for this scan: larger batches, tiles, or the ML engine would help</source>
        <translation>%1 GPUs wären für diesen Scan langsamer als %2: größere Stapel, Kacheln oder das Verfahren ML würden helfen</translation>
    </message>
    <message>
        <source>object: cut into tiles where memory allows both: faster with these GPUs, as far as can be predicted</source>
        <translation>Objekt: in Kacheln geteilt, wo der Speicher beides erlaubt: mit diesen GPUs schneller, soweit es sich vorhersagen lässt</translation>
    </message>
    <message>
        <source>devices: %1 of %2 GPUs: more would be slower for this scan, as far as can be predicted</source>
        <translation>Geräte: %1 von %2 GPUs: Mehr wären für diesen Scan langsamer, soweit es sich vorhersagen lässt</translation>
    </message>
    <message>
        <source>%1: mini-batches of %2 {frame|frames}, chosen for %3 {GPU|GPUs}</source>
        <translation>%1: Stapel von %2 {Bild|Bildern}, gewählt für %3 {GPU|GPUs}</translation>
    </message>
    <message>
        <source>%1 %2 is taken for frames with %3 channels (thresholds), of which channel 0 is used; if it is a raster of %3 columns, write it as (frames, rows, columns)</source>
        <translation>%1 %2 gilt als Bilder mit %3 Kanälen (Schwellen), von denen Kanal 0 genommen wird; ist es ein Raster mit %3 Spalten, als (Bilder, Zeilen, Spalten) schreiben</translation>
    </message>
    <message>
        <source>%1 bytes behind the last frame are not understood and left out: %2</source>
        <translation>%1 Bytes hinter dem letzten Bild werden nicht verstanden und ausgelassen: %2</translation>
    </message>
    <message>
        <source>a data file of the master holds no frame: %1</source>
        <translation>eine Datendatei des Masters enthält kein Bild: %1</translation>
    </message>
    <message>
        <source>frames %1 to %2 of %3 are not there: no source of the virtual dataset holds them</source>
        <translation>die Bilder %1 bis %2 von %3 fehlen: keine Quelle des virtuellen Datensatzes enthält sie</translation>
    </message>
    <message>
        <source>jobs cannot run on &quot;%1&quot;</source>
        <translation>Aufträge können nicht auf „%1“ laufen</translation>
    </message>
    <message>
        <source>known: slurm</source>
        <translation>bekannt: slurm</translation>
    </message>
    <message>
        <source>no source of the virtual dataset holds this frame</source>
        <translation>keine Quelle des virtuellen Datensatzes enthält dieses Bild</translation>
    </message>
    <message>
        <source>no two frames look at the same place, so that the distance from the focus cannot be found: check the positions and their unit, or give an initial probe</source>
        <translation>keine zwei Bilder zeigen dieselbe Stelle, der Abstand vom Fokus lässt sich daher nicht finden: Positionen und ihre Einheit prüfen oder eine Anfangssonde angeben</translation>
    </message>
    <message>
        <source>the EDF header announces %1 bytes for %2 of pixels: the rest is left out</source>
        <translation>der EDF-Kopf kündigt %1 Bytes für %2 Bytes Pixel an: Der Rest wird ausgelassen</translation>
    </message>
    <message>
        <source>the EDF header says %1 = %2, which cannot be (metres, where no unit is given): it is not used</source>
        <translation>der EDF-Kopf sagt %1 = %2, was nicht sein kann (Meter, wo keine Einheit steht): Der Wert wird nicht verwendet</translation>
    </message>
    <message>
        <source>the frames hold %1 counts each on average, too few to compute with</source>
        <translation>die Bilder enthalten im Mittel je %1 Ereignisse, zu wenige für eine Rechnung</translation>
    </message>
    <message>
        <source>the frames hold %1 counts each on average: if these were divided by something, all figures of noise are of no meaning</source>
        <translation>die Bilder enthalten im Mittel je %1 Ereignisse: Wurden sie durch etwas geteilt, sagen alle Angaben zum Rauschen nichts</translation>
    </message>
    <message>
        <source>the layout of the file is not known: %1, the largest of %2 datasets, is taken for the frames; another one is %3</source>
        <translation>die Anordnung der Datei ist nicht bekannt: %1, der größte von %2 Datensätzen, gilt als die Bilder; ein anderer ist %3</translation>
    </message>
    <message>
        <source>the link %1 leads to %2, which is no file</source>
        <translation>der Verweis %1 führt zu %2, was keine Datei ist</translation>
    </message>
    <message>
        <source>the monitor %1 holds %2 values for %3 frames: the first ones are used</source>
        <translation>der Monitor %1 enthält %2 Werte für %3 Bilder: Die ersten werden verwendet</translation>
    </message>
    <message>
        <source>the output is no file</source>
        <translation>die Ausgabe ist keine Datei</translation>
    </message>
    <message>
        <source>the same negative number</source>
        <translation>dieselbe negative Zahl</translation>
    </message>
    <message>
        <source>this is no file</source>
        <translation>dies ist keine Datei</translation>
    </message>
    <message>
        <source>write counts, not what was divided by a monitor or an exposure time</source>
        <translation>Zählwerte schreiben, nicht durch einen Monitor oder eine Belichtungszeit geteilte Werte</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>%1 keV</source>
        <translation>%1 keV</translation>
    </message>
    <message>
        <source>%1 pixels</source>
        <translation>Pixel von %1</translation>
    </message>
    <message>
        <source>%1 to the detector</source>
        <translation>%1 zum Detektor</translation>
    </message>
    <message>
        <source>frames of %1 x %2</source>
        <translation>Bilder mit %1 x %2 Pixeln</translation>
    </message>
    <message>
        <source>this PONI is for %1, the file says %2</source>
        <translation>diese PONI-Datei gilt für %1, laut Datei sind es %2</translation>
    </message>
    <message>
        <source>the image has %1 pixels, the frames have %2</source>
        <translation>das Bild hat %1 Pixel, die Bilder haben %2</translation>
    </message>
    <message>
        <source>%1 has a mask for each frame: pixels that one of them leaves out are left out of all</source>
        <translation>%1 hat eine Maske für jedes Bild: Pixel, die eine von ihnen auslässt, werden in allen Bildern ausgelassen</translation>
    </message>
    <message>
        <source>%1 has another %2 than the first file (%3, %4): that of the first counts for all frames</source>
        <translation>%1 hat einen anderen Wert für %2 als die erste Datei (%3, %4): der Wert der ersten gilt für alle Bilder</translation>
    </message>
    <message>
        <source>%1 has another value of pixels that are not measured than the first file (%2, %3): that of the first counts for all frames</source>
        <translation>%1 hat einen anderen Wert für nicht gemessene Pixel als die erste Datei (%2, %3): der Wert der ersten gilt für alle Bilder</translation>
    </message>
    <message>
        <source>%1 has another flat field than the first file, whose one counts for all frames</source>
        <translation>%1 hat ein anderes Flatfield als die erste Datei, dessen Werte für alle Bilder gelten</translation>
    </message>
    <message>
        <source>%1 has another mask than the files before: what one of them leaves out is left out of all</source>
        <translation>%1 hat eine andere Maske als die Dateien davor: was eine von ihnen auslässt, wird überall ausgelassen</translation>
    </message>
    <message>
        <source>%1 {file|files} of the series {1:is|are} not there (first: number %2)</source>
        <translation>%1 {Datei|Dateien} der Serie {1:fehlt|fehlen} (erste: Nummer %2)</translation>
    </message>
    <message>
        <source>%2 of %3 pixels of frame %4 are saturated (%1 counts) and left out</source>
        <translation>%2 von %3 Pixeln des Bilds %4 sind gesättigt (ab %1 Zählwerten) und werden ausgelassen</translation>
    </message>
    <message>
        <source>a pixel of %1 m by %2: check its unit; it is not used</source>
        <translation>ein Pixel von %1 m laut %2: Einheit prüfen; der Wert wird nicht verwendet</translation>
    </message>
    <message>
        <source>a wavelength of %1 m by %2: check its unit; it is not used</source>
        <translation>eine Wellenlänge von %1 m laut %2: Einheit prüfen; der Wert wird nicht verwendet</translation>
    </message>
    <message>
        <source>automatic plan: it was over; %1 goes on for as long as it was asked to</source>
        <translation>automatischer Plan: er war zu Ende; %1 läuft so lange weiter, wie verlangt wurde</translation>
    </message>
    <message>
        <source>automatic plan: the error is %1 × the noise limit: background and intensities of frames are fitted, too</source>
        <translation>automatischer Plan: der Fehler beträgt %1 × die Rauschgrenze: Untergrund und Intensitäten der Bilder werden ebenfalls angepasst</translation>
    </message>
    <message>
        <source>beam column</source>
        <translation>Strahlspalte</translation>
    </message>
    <message>
        <source>beam row</source>
        <translation>Strahlzeile</translation>
    </message>
    <message>
        <source>distance</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>pixel</source>
        <translation>Pixel</translation>
    </message>
    <message>
        <source>the detector was told to take %1 frames (%2/nimages), %3 are there</source>
        <translation>der Detektor sollte %1 Bilder aufnehmen (%2/nimages), vorhanden sind %3</translation>
    </message>
    <message>
        <source>the largest value of another type</source>
        <translation>den größten Wert eines anderen Typs</translation>
    </message>
    <message>
        <source>%1 more {file|files} of the list {1:differs|differ} from the first one</source>
        <translation>%1 weitere {Datei|Dateien} der Liste {1:weicht|weichen} von der ersten ab</translation>
    </message>
    <message>
        <source>masks and flat fields of the first %1 files are used</source>
        <translation>verwendet werden Masken und Flatfields der ersten %1 Dateien</translation>
    </message>
    <message>
        <source>automatic plan: %1 from here on, what all positions have in common is looked for: %2</source>
        <translation>automatischer Plan: ab hier %1, gesucht wird, was alle Positionen gemeinsam haben: %2</translation>
    </message>
    <message>
        <source>automatic plan: the beam varies by %1 % from frame to frame, %2 × as much as counts do: intensities of frames are fitted, too</source>
        <translation>automatischer Plan: der Strahl schwankt um %1 % von Bild zu Bild, %2 × so stark wie die Zählstatistik: Intensitäten der Bilder werden ebenfalls angepasst</translation>
    </message>
    <message>
        <source>%1 gives a wavelength of %2 m and %3 one of %4 m, which contradict each other: that of %1 is used</source>
        <translation>%1 gibt eine Wellenlänge von %2 m an und %3 eine von %4 m, was sich widerspricht: die von %1 wird verwendet</translation>
    </message>
    <message>
        <source>%1 of %2 frames of %3 are not complete and missing, although others follow</source>
        <translation>%1 von %2 Bildern von %3 sind nicht vollständig und fehlen, obwohl andere folgen</translation>
    </message>
    <message>
        <source>%1 {frame|frames} of %2 {1:was|were} never written and {1:is|are} missing (first: %3)</source>
        <translation>%1 {Bild|Bilder} von %2 {1:wurde|wurden} nie geschrieben und {1:fehlt|fehlen} (erstes: %3)</translation>
    </message>
    <message>
        <source>%1: frames %2 to %3 of %4 are missing</source>
        <translation>%1: Bilder %2 bis %3 von %4 fehlen</translation>
    </message>
    <message>
        <source>copy the raw file again, beside the HDF5 file</source>
        <translation>die Rohdatei noch einmal kopieren, neben die HDF5-Datei</translation>
    </message>
    <message>
        <source>parts of %1 {frame|frames} of %2 were never written (first: frame %3); they hold the fill value %4 there</source>
        <translation>Teile von %1 {Bild|Bildern} von %2 wurden nie geschrieben (zuerst: Bild %3); dort steht der Füllwert %4</translation>
    </message>
    <message>
        <source>the file was closed before all frames were written into it</source>
        <translation>die Datei wurde geschlossen, bevor alle Bilder hineingeschrieben waren</translation>
    </message>
    <message>
        <source>the frame was never written</source>
        <translation>das Bild wurde nie geschrieben</translation>
    </message>
    <message>
        <source>the frame was never written, or lies behind the end of the file</source>
        <translation>das Bild wurde nie geschrieben oder liegt hinter dem Ende der Datei</translation>
    </message>
    <message>
        <source>the measurement was aborted, or the file is cut off: copy it again</source>
        <translation>die Messung wurde abgebrochen, oder die Datei ist abgeschnitten: noch einmal kopieren</translation>
    </message>
    <message>
        <source>the modules are saturated at different counts: the lowest, %1, counts for all</source>
        <translation>die Module sind bei verschiedenen Zählwerten gesättigt: der niedrigste, %1, gilt für alle</translation>
    </message>
    <message>
        <source>the raw file %1 is not there</source>
        <translation>die Rohdatei %1 ist nicht da</translation>
    </message>
    <message>
        <source>the raw file %1 is too short: it holds %2 of %3 bytes</source>
        <translation>die Rohdatei %1 ist zu kurz: sie enthält %2 von %3 Bytes</translation>
    </message>
    <message>
        <source>the refined positions are %1 (r.m.s.) from those of the file, %2 (%3 pixels of the object) in the median; %4 (r.m.s.) without what all moves have in common</source>
        <translation>die verfeinerten Positionen sind %1 (quadratisches Mittel) von denen der Datei entfernt, %2 (%3 Objektpixel) im Median; %4 (quadratisches Mittel) ohne das, was alle Bewegungen gemeinsam haben</translation>
    </message>
    <message>
        <source>%1 of %2 are there</source>
        <translation>%1 von %2 sind da</translation>
    </message>
    <message>
        <source>enter the photon energy, or choose 2θ or r (2th_deg, r_mm)</source>
        <translation>die Photonenenergie eingeben oder 2θ oder r wählen (2th_deg, r_mm)</translation>
    </message>
    <message>
        <source>%1 announces %2 {image|images} and holds %3, which are all used</source>
        <translation>%1 kündigt %2 {Bild|Bilder} an und enthält %3, die alle verwendet werden</translation>
    </message>
    <message>
        <source>%1 begins with image %2</source>
        <translation>%1 beginnt mit Bild %2</translation>
    </message>
    <message>
        <source>%1 begins with image %2, and the files before it end with image %3: frames are there twice, or the files are of several measurements</source>
        <translation>%1 beginnt mit Bild %2, und die Dateien davor enden mit Bild %3: Bilder sind doppelt vorhanden, oder die Dateien gehören zu mehreren Messungen</translation>
    </message>
    <message>
        <source>%1 is packed by %2, which is not applied: the numbers count as they are stored</source>
        <translation>%1 ist mit %2 gepackt, was nicht angewendet wird: es zählen die Zahlen, wie sie gespeichert sind</translation>
    </message>
    <message>
        <source>%1 is said to hold images %2 to %3, and holds %4 {frame|frames}</source>
        <translation>%1 soll die Bilder %2 bis %3 enthalten und enthält %4 {Bild|Bilder}</translation>
    </message>
    <message>
        <source>%1 of %2 numbers of %3 were never written: frames there have no position and are left out</source>
        <translation>%1 von %2 Zahlen von %3 wurden nie geschrieben: Bilder dort haben keine Position und werden ausgelassen</translation>
    </message>
    <message>
        <source>%1 says that the detector is %2 m away, and its transformations (%3) put it at %4 m: the former is used</source>
        <translation>%1 nennt für den Detektor %2 m Abstand, und seine Transformationen (%3) ergeben %4 m: ersterer wird verwendet</translation>
    </message>
    <message>
        <source>%1 was never written: all of its positions are %2</source>
        <translation>%1 wurde nie geschrieben: alle Positionen darin sind %2</translation>
    </message>
    <message>
        <source>has the shape %1, which are %2 frames of %3 × %4 pixels whose number comes last</source>
        <translation>hat die Form %1, also %2 Bilder aus %3 × %4 Pixeln, deren Nummer an letzter Stelle steht</translation>
    </message>
    <message>
        <source>has the shape %1, which are images of %2 values a pixel (colours?), not frames</source>
        <translation>hat die Form %1, also Bilder mit %2 Werten je Pixel (Farben?), keine Detektorbilder</translation>
    </message>
    <message>
        <source>parts of %1 {frame|frames} of %2 were never written (first: frame %3); they hold the fill value there</source>
        <translation>Teile von %1 {Bild|Bildern} von %2 wurden nie geschrieben (zuerst: Bild %3); dort steht der Füllwert</translation>
    </message>
    <message>
        <source>the detector_config of the PONI file is not a JSON object, or has too many levels</source>
        <translation>detector_config der PONI-Datei ist kein JSON-Objekt oder hat zu viele Ebenen</translation>
    </message>
    <message>
        <source>the file ends before the image</source>
        <translation>die Datei endet vor dem Bild</translation>
    </message>
    <message>
        <source>the file may be cut off: copy it again</source>
        <translation>die Datei ist vielleicht abgeschnitten: erneut kopieren</translation>
    </message>
    <message>
        <source>the first %1 {data file is|data files are} not there (%2): how many frames {1:it holds|they hold} is not known</source>
        <translation>die {1:erste Datendatei fehlt|ersten %1 Datendateien fehlen} (%2): wie viele Bilder {1:sie enthält|sie enthalten}, ist nicht bekannt</translation>
    </message>
    <message>
        <source>the frames are stored as other numbers (%1), which are not applied</source>
        <translation>die Bilder sind als andere Zahlen gespeichert (%1), was nicht angewendet wird</translation>
    </message>
    <message>
        <source>the numbers are packed by another factor or offset each, which is not applied</source>
        <translation>die Zahlen sind jede mit einem anderen Faktor oder Versatz gepackt, was nicht angewendet wird</translation>
    </message>
    <message>
        <source>the positions %1 are unpacked (%2)</source>
        <translation>die Positionen %1 werden entpackt (%2)</translation>
    </message>
    <message>
        <source>write one number a pixel, as (frames, rows, columns)</source>
        <translation>eine Zahl je Pixel schreiben, als (Bilder, Zeilen, Spalten)</translation>
    </message>
    <message>
        <source>write the numbers themselves</source>
        <translation>die Zahlen selbst schreiben</translation>
    </message>
    <message>
        <source>write the numbers themselves, without an offset</source>
        <translation>die Zahlen selbst schreiben, ohne Versatz</translation>
    </message>
    <message>
        <source>write them as (frames, rows, columns)</source>
        <translation>als (Bilder, Zeilen, Spalten) schreiben</translation>
    </message>
    <message>
        <source>%1 of %2 is 0, which is a count as well: such pixels are not left out</source>
        <translation>%1 von %2 ist 0, was auch eine Zählung ist: solche Pixel werden nicht ausgelassen</translation>
    </message>
    <message>
        <source>pixels of %1 are not measured (%2 of %3)</source>
        <translation>Pixel mit %1 sind nicht gemessen (%2 von %3)</translation>
    </message>
    <message>
        <source>the number that the file gives to pixels without a measurement</source>
        <translation>die Zahl, die in der Datei für Pixel ohne Messung steht</translation>
    </message>
    <message>
        <source>give the photon energy or the wavelength</source>
        <translation>Photonenenergie oder Wellenlänge angeben</translation>
    </message>
    <message>
        <source>the wavelength is not known</source>
        <translation>die Wellenlänge ist nicht bekannt</translation>
    </message>
    <message>
        <source>there are %1, or give a file of d-spacings in Å</source>
        <translation>es gibt %1, oder eine Datei mit Netzebenenabständen in Å angeben</translation>
    </message>
    <message>
        <source>unknown calibrant &quot;%1&quot;</source>
        <translation>unbekannte Eichsubstanz „%1“</translation>
    </message>
    <message>
        <source>another distance fits almost as well</source>
        <translation>ein anderer Abstand passt fast ebenso gut</translation>
    </message>
    <message>
        <source>bring the detector nearer, or measure more of the azimuth</source>
        <translation>Detektor näher heranbringen oder mehr vom Azimut messen</translation>
    </message>
    <message>
        <source>bring the detector nearer, use a higher energy, or a calibrant with more rings</source>
        <translation>Detektor näher heranbringen, eine höhere Energie oder eine Eichsubstanz mit mehr Ringen nehmen</translation>
    </message>
    <message>
        <source>check calibrant and energy, mask what is no ring, or give distance_m, beam_centre_row and beam_centre_col roughly</source>
        <translation>Eichsubstanz und Energie prüfen, maskieren, was kein Ring ist, oder distance_m, beam_centre_row und beam_centre_col ungefähr angeben</translation>
    </message>
    <message>
        <source>check energy and calibrant</source>
        <translation>Energie und Eichsubstanz prüfen</translation>
    </message>
    <message>
        <source>check that nothing else was measured with it, or choose another calibrant</source>
        <translation>prüfen, ob noch etwas anderes mitgemessen wurde, oder eine andere Eichsubstanz wählen</translation>
    </message>
    <message>
        <source>check the calibrant and the pixel size; parallax and a distorted detector make trends</source>
        <translation>Eichsubstanz und Pixelgröße prüfen; auch Parallaxe und ein verzeichnender Detektor ergeben Trends</translation>
    </message>
    <message>
        <source>choose the calibrant that was measured, and check the energy</source>
        <translation>die gemessene Eichsubstanz wählen und die Energie prüfen</translation>
    </message>
    <message>
        <source>give it</source>
        <translation>bitte angeben</translation>
    </message>
    <message>
        <source>give the rough distance as distance_m, or check the calibrant</source>
        <translation>den ungefähren Abstand als distance_m angeben oder die Eichsubstanz prüfen</translation>
    </message>
    <message>
        <source>mask spots and shadows, or measure longer; a distorted detector has such errors, too</source>
        <translation>Flecken und Schatten maskieren oder länger messen; auch ein verzeichnender Detektor hat solche Fehler</translation>
    </message>
    <message>
        <source>move the detector so that it sees more of them</source>
        <translation>den Detektor so stellen, dass er mehr davon sieht</translation>
    </message>
    <message>
        <source>no distance makes the rings of the calibrant lie on those of the image</source>
        <translation>bei keinem Abstand liegen die Ringe der Eichsubstanz auf denen des Bildes</translation>
    </message>
    <message>
        <source>only %1 rings were found</source>
        <translation>nur %1 Ringe wurden gefunden</translation>
    </message>
    <message>
        <source>points lie %1 pixels (r.m.s.) off their rings, more than 0.3</source>
        <translation>Punkte liegen %1 Pixel (Effektivwert) neben ihren Ringen, mehr als 0,3</translation>
    </message>
    <message>
        <source>the calibrant has only %1 % of the rings of the image</source>
        <translation>die Eichsubstanz hat nur %1 % der Ringe des Bildes</translation>
    </message>
    <message>
        <source>the image does not show this calibrant: %1 of its rings were found, and it explains %2 % of the rings of the image</source>
        <translation>das Bild zeigt diese Eichsubstanz nicht: %1 ihrer Ringe wurden gefunden, und sie erklärt %2 % der Ringe des Bildes</translation>
    </message>
    <message>
        <source>the mask has another shape than the image</source>
        <translation>die Maske hat eine andere Form als das Bild</translation>
    </message>
    <message>
        <source>the rings are seen over %1° of azimuth only</source>
        <translation>die Ringe sind nur über %1° des Azimuts zu sehen</translation>
    </message>
    <message>
        <source>the tilt is not determined and was set to zero</source>
        <translation>die Neigung ist nicht bestimmt und wurde auf null gesetzt</translation>
    </message>
    <message>
        <source>the wavelength is too long for any ring of the calibrant</source>
        <translation>die Wellenlänge ist zu lang für jeden Ring der Eichsubstanz</translation>
    </message>
    <message>
        <source>there are too few points on rings to fit a geometry</source>
        <translation>es gibt zu wenige Punkte auf Ringen, um eine Geometrie anzupassen</translation>
    </message>
    <message>
        <source>what is left has a trend of %1 pixels</source>
        <translation>was übrig bleibt, hat einen Trend von %1 Pixeln</translation>
    </message>
    <message>
        <source>%1 begins with image %2, and the files before it end with image %3: as many frames cannot be missing, and none is left room for</source>
        <translation>%1 beginnt mit Bild %2, die Dateien davor enden mit Bild %3: so viele Bilder können nicht fehlen, für sie bleibt kein Platz frei</translation>
    </message>
    <message>
        <source>the file holds no scan: %1 has the shape %2, a scan needs (frames, rows, columns)</source>
        <translation>die Datei enthält keinen Scan: %1 hat die Form %2, ein Scan braucht (Bilder, Zeilen, Spalten)</translation>
    </message>
    <message>
        <source>%1 {frame holds|frames hold} far more or fewer counts than the others (frame %2: %3 ×): excluded_frames=%4 leaves {1:it|them} out</source>
        <translation>%1 {Bild hat|Bilder haben} weit mehr oder weniger Ereignisse als die anderen (Bild %2: %3 ×): excluded_frames=%4 lässt {1:es|sie} weg</translation>
    </message>
    <message>
        <source>the EDF header says DDummy = %1: pixels of exactly %2 are left out; dummy=%2 with delta_dummy=%1 leaves out all of this range</source>
        <translation>im EDF-Kopf steht DDummy = %1: Pixel mit genau %2 werden weggelassen; dummy=%2 mit delta_dummy=%1 lässt den ganzen Bereich weg</translation>
    </message>
    <message>
        <source>the file announces more pages than the first %1, which are used, and they cannot be read: it may be cut off: %2</source>
        <translation>die Datei kündigt mehr Seiten an als die ersten %1, die verwendet werden, und sie sind nicht lesbar: Vielleicht ist sie abgeschnitten: %2</translation>
    </message>
    <message>
        <source>the header says &quot;%1&quot;, which cannot be: it is not used</source>
        <translation>im Dateikopf steht „%1“, was nicht sein kann: Es wird nicht verwendet</translation>
    </message>
    <message>
        <source>the header says &quot;%1&quot;, whose unit is not known: it is not used</source>
        <translation>im Dateikopf steht „%1“ mit unbekannter Einheit: Es wird nicht verwendet</translation>
    </message>
    <message>
        <source>the light is in the corners of the frames: if zero frequency lies there, open the file with a mapping that says corner_centred</source>
        <translation>das Licht liegt in den Ecken der Bilder: Wenn dort die Frequenz null ist, die Datei mit einer Zuordnung öffnen, in der corner_centred steht</translation>
    </message>
    <message>
        <source>the same large number</source>
        <translation>dieselbe große Zahl</translation>
    </message>
    <message>
        <source>%1 and %2 give positions that contradict each other (they differ by %3 and more for half of the frames): those of %1 are used; choose otherwise with an import mapping</source>
        <translation>%1 und %2 geben Positionen an, die einander widersprechen (bei der Hälfte der Bilder um %3 und mehr): Die von %1 werden verwendet; anders wählen mit einer Import-Zuordnung</translation>
    </message>
    <message>
        <source>%1 and %2 lead to the same frames, which are there twice</source>
        <translation>%1 und %2 führen zu denselben Bildern, die damit doppelt vorhanden sind</translation>
    </message>
    <message>
        <source>%1 and what it depends on put the beam at row %2, column %3 of the frames, and the beam centre of the file is row %4, column %5: it and the distance are not used; give a PONI file</source>
        <translation>nach %1 und dem, wovon es abhängt, trifft der Strahl die Bilder in Zeile %2, Spalte %3; die Strahlmitte der Datei ist Zeile %4, Spalte %5: Sie und der Abstand werden nicht verwendet; eine PONI-Datei angeben</translation>
    </message>
    <message>
        <source>%1 holds %2 and %3: taken as width (x) and height (y) of a pixel</source>
        <translation>%1 enthält %2 und %3: als Breite (x) und Höhe (y) eines Pixels gelesen</translation>
    </message>
    <message>
        <source>%1 is tilted by %2 degrees against the beam: the distance and the beam centre of the file do not say that, and are not used; give a PONI file</source>
        <translation>%1 ist um %2 Grad gegen den Strahl verkippt: Abstand und Strahlmitte der Datei sagen das nicht und werden nicht verwendet; eine PONI-Datei angeben</translation>
    </message>
    <message>
        <source>%1 says that the detector is %2 m away and %3 %4 m, which contradict each other: %1 is used</source>
        <translation>%1 gibt den Abstand des Detektors mit %2 m an und %3 mit %4 m, was einander widerspricht: %1 wird verwendet</translation>
    </message>
    <message>
        <source>%1 with %2 {frame|frames} is taken; the data files beside it (%3, …) hold %4: if these are meant, open them instead of the master</source>
        <translation>%1 mit %2 {Bild|Bildern} wird genommen; die Datendateien daneben (%3, …) enthalten %4: Sind diese gemeint, sie statt der Master-Datei öffnen</translation>
    </message>
    <message>
        <source>/object</source>
        <translation>/object</translation>
    </message>
    <message>
        <source>/probe</source>
        <translation>/probe</translation>
    </message>
    <message>
        <source>frames %1 to %2 all have the same position: the stage stood still, or positions were no longer recorded; leave them out with excluded_frames=%1-%2 or max_frames=%3</source>
        <translation>die Bilder %1 bis %2 haben alle dieselbe Position: Der Tisch stand still, oder Positionen wurden nicht mehr aufgezeichnet; mit excluded_frames=%1-%2 oder max_frames=%3 bleiben sie weg</translation>
    </message>
    <message>
        <source>has the shape %1, which are frames of %2 × %3 pixels with one axis of length 1 too many at the end</source>
        <translation>hat die Form %1, also Bilder von %2 × %3 Pixeln mit einer überzähligen Achse der Länge 1 am Ende</translation>
    </message>
    <message>
        <source>has the shape %1, whose axis %2 counts frames and no pixels by its name &quot;%3&quot;</source>
        <translation>hat die Form %1, deren Achse %2 nach ihrem Namen „%3“ Bilder zählt und keine Pixel</translation>
    </message>
    <message>
        <source>no source of the virtual dataset %1 holds %2 {pixel, which is|pixels, which are} left out</source>
        <translation>keine Quelle des virtuellen Datensatzes %1 enthält %2 {Pixel, das weggelassen wird|Pixel, die weggelassen werden}</translation>
    </message>
    <message>
        <source>the file does not say which of its detectors the frames of %1 are of: %2 is taken, which says something else than %3; if it is another one, give a PONI file and a mask</source>
        <translation>die Datei sagt nicht, von welchem ihrer Detektoren die Bilder in %1 stammen: %2 wird genommen und macht andere Angaben als %3; ist es ein anderer, eine PONI-Datei und eine Maske angeben</translation>
    </message>
    <message>
        <source>the mapping says %1 = %2 %3, and its dataset %4 holds %5 %6: the dataset is used</source>
        <translation>die Zuordnung sagt %1 = %2 %3, ihr Datensatz %4 enthält %5 %6: Der Datensatz wird verwendet</translation>
    </message>
    <message>
        <source>the pixels are not square: %1 wide and %2 high by %3 and %4, which are both used</source>
        <translation>die Pixel sind nicht quadratisch: %1 breit und %2 hoch laut %3 und %4; beide werden verwendet</translation>
    </message>
    <message>
        <source>the pixels of %1 are %2 × %3 and those of %4 %5 × %6, which contradict each other: those of %1 are used</source>
        <translation>die Pixel von %1 sind %2 × %3 groß und die von %4 %5 × %6, was einander widerspricht: Die von %1 werden verwendet</translation>
    </message>
    <message>
        <source>the transformations (%1) move the detector across the beam by %2, which the beam centre of the file may not contain: check it, or give a PONI file</source>
        <translation>die Transformationen (%1) verschieben den Detektor um %2 quer zum Strahl, was die Strahlmitte der Datei vielleicht nicht enthält: sie prüfen, oder eine PONI-Datei angeben</translation>
    </message>
    <message>
        <source>the unit &quot;%1&quot; of %2 is not understood; taken as %3</source>
        <translation>die Einheit „%1“ von %2 ist unbekannt; als %3 gelesen</translation>
    </message>
    <message>
        <source>%1 holds dark frames, and the darkest pixels of the scan have as many counts: it is not subtracted; subtract it beforehand, or fit the background (background=true)</source>
        <translation>%1 enthält Dunkelbilder, und die dunkelsten Pixel des Scans haben ebenso viele Zählwerte: Es wird nicht abgezogen; vorher abziehen oder den Untergrund anpassen (background=true)</translation>
    </message>
    <message>
        <source>%1 is in the file and not subtracted</source>
        <translation>%1 steht in der Datei und wird nicht abgezogen</translation>
    </message>
    <message>
        <source>%1 {frame|frames} of %2 belong to each of %3 positions, %4: all are used, each at its position; if they are of several thresholds or exposures, name a dataset of one frame a position</source>
        <translation>zu jeder der %3 Positionen {gehört|gehören} %1 {Bild|Bilder} von %2, %4: Alle werden verwendet, jedes an seiner Position; sind es mehrere Schwellen oder Belichtungen, einen Datensatz mit einem Bild je Position nennen</translation>
    </message>
    <message>
        <source>/flatfield</source>
        <translation>/flatfield</translation>
    </message>
    <message>
        <source>by the file the beam meets the frames at row %1, column %2, and row %3, column %4 is taken for the centre: check it, or set centre_row and centre_col</source>
        <translation>laut Datei trifft der Strahl die Bilder bei Zeile %1, Spalte %2, und als Mitte wird Zeile %3, Spalte %4 genommen: prüfen oder centre_row und centre_col setzen</translation>
    </message>
    <message>
        <source>in rounds over all positions</source>
        <translation>in Runden über alle Positionen</translation>
    </message>
    <message>
        <source>name a dataset that holds this image</source>
        <translation>einen Datensatz nennen, der dieses Bild enthält</translation>
    </message>
    <message>
        <source>one after the other</source>
        <translation>eines nach dem anderen</translation>
    </message>
    <message>
        <source>pixels of %1 ± %2 are not measured (Dummy and DDummy of the EDF header)</source>
        <translation>Pixel von %1 ± %2 sind nicht gemessen (Dummy und DDummy des EDF-Kopfs)</translation>
    </message>
    <message>
        <source>the PONI file is for %1 pixels (%2), the frames have %3</source>
        <translation>die PONI-Datei ist für %1 Pixel (%2), die Bilder haben %3</translation>
    </message>
    <message>
        <source>the address names a part of a dataset</source>
        <translation>die Adresse nennt einen Teil eines Datensatzes</translation>
    </message>
    <message>
        <source>the file has the incident intensity of each frame (%1, ±%2 %): frames are not divided by it; frame_intensities=true fits it</source>
        <translation>die Datei hat die einfallende Intensität jedes Bildes (%1, ±%2 %): Bilder werden nicht durch sie geteilt; frame_intensities=true passt sie an</translation>
    </message>
    <message>
        <source>automatic plan: %1 % of the counts are background: it is fitted, too</source>
        <translation>automatischer Plan: %1 % der Ereignisse sind Untergrund: er wird ebenfalls angepasst</translation>
    </message>
    <message>
        <source>%1: it does not fit, and no plan needs less</source>
        <translation>%1: es passt nicht, und kein Plan braucht weniger</translation>
    </message>
    <message>
        <source>a half of the frames ends in a worse solution: at a Fourier error of %1, which falls no more, all frames at %2</source>
        <translation>eine Hälfte der Bilder endet in einer schlechteren Lösung: bei einem Fourier-Fehler von %1, der nicht mehr fällt, alle Bilder bei %2</translation>
    </message>
    <message>
        <source>the limit is %1 (memory_limit_gb)</source>
        <translation>die Grenze ist %1 (memory_limit_gb)</translation>
    </message>
    <message>
        <source>%1 needs the photon energy or wavelength, and the geometry has neither</source>
        <translation>%1 braucht die Photonenenergie oder die Wellenlänge, und die Geometrie hat keine von beiden</translation>
    </message>
    <message>
        <source>%1 {frame is|frames are} not there; the positions are as many as the other frames and are taken for theirs; frames are counted without the missing {1:one|ones}</source>
        <translation>%1 {Bild fehlt|Bilder fehlen}; es gibt so viele Positionen wie andere Bilder, und sie werden für deren Positionen genommen; Bilder werden ohne die fehlenden gezählt</translation>
    </message>
    <message>
        <source>%1 {frame does|frames do} not determine how a probe varies by %2 {2:mode|modes}: it takes at least %3</source>
        <translation>%1 {Bild bestimmt|Bilder bestimmen} nicht, wie sich eine Sonde um %2 {2:Mode|Moden} ändert: Es braucht mindestens %3</translation>
    </message>
    <message>
        <source>a larger projection_softness or dm_regularisation, or the engine auto, may help</source>
        <translation>ein größeres projection_softness oder dm_regularisation oder das Verfahren auto hilft vielleicht</translation>
    </message>
    <message>
        <source>another engine, or a better initial probe, may help</source>
        <translation>ein anderes Verfahren oder eine bessere Anfangssonde hilft vielleicht</translation>
    </message>
    <message>
        <source>fewer variable_probe_modes, or none, may help</source>
        <translation>weniger variable_probe_modes oder keine helfen vielleicht</translation>
    </message>
    <message>
        <source>positions lie between pixels: exact shifts of the probe (subpixel=fourier) may help</source>
        <translation>Positionen liegen zwischen Pixeln: exakte Verschiebungen der Sonde (subpixel=fourier) helfen vielleicht</translation>
    </message>
    <message>
        <source>set variable_probe_modes to 0, or use more frames</source>
        <translation>variable_probe_modes auf 0 setzen oder mehr Bilder verwenden</translation>
    </message>
    <message>
        <source>smaller steps (object_step, probe_step), or the engine auto, may help</source>
        <translation>kleinere Schritte (object_step, probe_step) oder das Verfahren auto helfen vielleicht</translation>
    </message>
    <message>
        <source>the error has risen: it was %1 in iteration %2, ends at %3 and stays there; %4</source>
        <translation>der Fehler ist gestiegen: Er war %1 in Iteration %2, endet bei %3 und bleibt dort; %4</translation>
    </message>
    <message>
        <source>%1 % of the power</source>
        <translation>%1 % der Leistung</translation>
    </message>
    <message>
        <source>%1 of %2 in %3</source>
        <translation>%1 von %2 in %3</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>%1 towards %2</source>
        <translation>%1 nach %2</translation>
    </message>
    <message>
        <source>%1 warnings, the first %2:</source>
        <translation>%1 Warnungen, die ersten %2:</translation>
    </message>
    <message>
        <source>%1 {frame|frames}</source>
        <translation>%1 {Bild|Bilder}</translation>
    </message>
    <message>
        <source>%1 {frame|frames}; grey: before they were refined</source>
        <translation>%1 {Bild|Bilder}; grau: vor der Verfeinerung</translation>
    </message>
    <message>
        <source>%1 × %2 pixels</source>
        <translation>%1 × %2 Pixel</translation>
    </message>
    <message>
        <source>%1, %2 sectors</source>
        <translation>%1, %2 Sektoren</translation>
    </message>
    <message>
        <source>%1, %2 {2:mode|modes}</source>
        <translation>%1, %2 {2:Mode|Moden}</translation>
    </message>
    <message>
        <source>%1, default %2</source>
        <translation>%1, Vorgabe %2</translation>
    </message>
    <message>
        <source>%1, noise limit %2</source>
        <translation>%1, Rauschgrenze %2</translation>
    </message>
    <message>
        <source>%1, of %2</source>
        <translation>%1, von %2</translation>
    </message>
    <message>
        <source>%1, the first: %2 (%3)</source>
        <translation>%1, das erste: %2 (%3)</translation>
    </message>
    <message>
        <source>%1, then %2</source>
        <translation>%1, dann %2</translation>
    </message>
    <message>
        <source>%1, … (%2 files)</source>
        <translation>%1, … (%2 Dateien)</translation>
    </message>
    <message>
        <source>%1; grey lines: a parameter changed</source>
        <translation>%1; graue Linien: ein Parameter wurde geändert</translation>
    </message>
    <message>
        <source>%1; grey lines: a parameter changed, or the run decided something</source>
        <translation>%1; graue Linien: ein Parameter wurde geändert, oder der Lauf hat etwas entschieden</translation>
    </message>
    <message>
        <source>%1; grey lines: decisions of the run</source>
        <translation>%1; graue Linien: Entscheidungen des Laufs</translation>
    </message>
    <message>
        <source>%1; orange: the noise limit</source>
        <translation>%1; orange: die Rauschgrenze</translation>
    </message>
    <message>
        <source>(none)</source>
        <translation>(keine Angabe)</translation>
    </message>
    <message>
        <source>After iteration %1</source>
        <translation>Nach Iteration %1</translation>
    </message>
    <message>
        <source>All patterns</source>
        <translation>Alle Diagramme</translation>
    </message>
    <message>
        <source>Beam centre</source>
        <translation>Strahlmitte</translation>
    </message>
    <message>
        <source>Before the first iteration</source>
        <translation>Vor der ersten Iteration</translation>
    </message>
    <message>
        <source>Bins</source>
        <translation>Klassen</translation>
    </message>
    <message>
        <source>Changed while it ran</source>
        <translation>Während des Laufs geändert</translation>
    </message>
    <message>
        <source>Comment</source>
        <translation>Kommentar</translation>
    </message>
    <message>
        <source>Communicator</source>
        <translation>Kommunikator</translation>
    </message>
    <message>
        <source>Decided while it ran</source>
        <translation>Während des Laufs entschieden</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>Electron energy</source>
        <translation>Elektronenenergie</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>Energie</translation>
    </message>
    <message>
        <source>Engines, iterations</source>
        <translation>Verfahren, Iterationen</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Failure</source>
        <translation>Woran es scheiterte</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>First patterns</source>
        <translation>Die ersten Diagramme</translation>
    </message>
    <message>
        <source>Fourier error</source>
        <translation>Fourier-Fehler</translation>
    </message>
    <message>
        <source>Fourier error against iterations</source>
        <translation>Fourier-Fehler über den Iterationen</translation>
    </message>
    <message>
        <source>Frames</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Frames that failed</source>
        <translation>Fehlgeschlagene Bilder</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>How it ran</source>
        <translation>Wie es lief</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>Eingaben</translation>
    </message>
    <message>
        <source>Iterations done</source>
        <translation>Iterationen</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>LLK (1 = noise limit)</source>
        <translation>LLK (1 = Rauschgrenze)</translation>
    </message>
    <message>
        <source>Mean pattern</source>
        <translation>Mittleres Diagramm</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Object</source>
        <translation>Objekt</translation>
    </message>
    <message>
        <source>Object modes</source>
        <translation>Objektmoden</translation>
    </message>
    <message>
        <source>Object, amplitude</source>
        <translation>Objekt, Amplitude</translation>
    </message>
    <message>
        <source>Object, phase</source>
        <translation>Objekt, Phase</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>Bediener</translation>
    </message>
    <message>
        <source>Other than the defaults</source>
        <translation>Abweichungen von den Vorgaben</translation>
    </message>
    <message>
        <source>Photon energy</source>
        <translation>Photonenenergie</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Bilder des Ergebnisses</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>Positionen</translation>
    </message>
    <message>
        <source>Probe</source>
        <translation>Sonde</translation>
    </message>
    <message>
        <source>Probe, mode %1 of %2</source>
        <translation>Sonde, Mode %1 von %2</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>Anmerkung</translation>
    </message>
    <message>
        <source>Resolution (FRC, half-bit)</source>
        <translation>Auflösung (FRC, Halb-Bit)</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Result written</source>
        <translation>Ergebnis geschrieben</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>Probe</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startzahl</translation>
    </message>
    <message>
        <source>Slices</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>The input cannot be read any more: %1</source>
        <translation>Die Eingabe lässt sich nicht mehr lesen: %1</translation>
    </message>
    <message>
        <source>Tilt</source>
        <translation>Neigung</translation>
    </message>
    <message>
        <source>Timings</source>
        <translation>Zeiten</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>Warnings</source>
        <translation>Warnungen</translation>
    </message>
    <message>
        <source>What was assumed</source>
        <translation>Was angenommen wurde</translation>
    </message>
    <message>
        <source>at most %1, of %2</source>
        <translation>höchstens %1, von %2</translation>
    </message>
    <message>
        <source>brightness: amplitude, colour: phase</source>
        <translation>Helligkeit: Amplitude, Farbe: Phase</translation>
    </message>
    <message>
        <source>done</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>first of %1 modes, %2</source>
        <translation>erste von %1 Moden, %2</translation>
    </message>
    <message>
        <source>first of %1 slices, %2</source>
        <translation>erste von %1 Schichten, %2</translation>
    </message>
    <message>
        <source>format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>frames</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>frames downwards, %1 from %2 to %3 %4 to the right; %5 {5:frame|frames} a line; grey: logarithm of the intensity</source>
        <translation>Bilder nach unten, %1 von %2 bis %3 %4 nach rechts; %5 {5:Bild|Bilder} je Zeile; grau: Logarithmus der Intensität</translation>
    </message>
    <message>
        <source>halves</source>
        <translation>Hälften</translation>
    </message>
    <message>
        <source>initial guess</source>
        <translation>Anfangsschätzung</translation>
    </message>
    <message>
        <source>intensity against %1 in %2, frames %3 to %4</source>
        <translation>Intensität über %1 in %2, Bilder %3 bis %4</translation>
    </message>
    <message>
        <source>intensity against %1 in %2, mean of %3 {3:frame|frames}</source>
        <translation>Intensität über %1 in %2, Mittel von %3 {3:Bild|Bildern}</translation>
    </message>
    <message>
        <source>iterations</source>
        <translation>Iterationen</translation>
    </message>
    <message>
        <source>preparing</source>
        <translation>Vorbereiten</translation>
    </message>
    <message>
        <source>reading</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>row %1, column %2 (pixels)</source>
        <translation>Zeile %1, Spalte %2 (Pixel)</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>stopped early</source>
        <translation>vorzeitig angehalten</translation>
    </message>
    <message>
        <source>the halves were stopped</source>
        <translation>die Hälften wurden angehalten</translation>
    </message>
    <message>
        <source>total</source>
        <translation>gesamt</translation>
    </message>
    <message>
        <source>workers decoding</source>
        <translation>Arbeiter: Dekodieren</translation>
    </message>
    <message>
        <source>workers integrating</source>
        <translation>Arbeiter: Integrieren</translation>
    </message>
    <message>
        <source>workers reading</source>
        <translation>Arbeiter: Lesen</translation>
    </message>
    <message>
        <source>%1 is no number</source>
        <translation>%1 ist keine Zahl</translation>
    </message>
    <message>
        <source>%1 {line is|lines are} listed at another spacing than the cell gives; that of the cell is taken</source>
        <translation>%1 {Linie steht|Linien stehen} mit einem anderen Abstand da, als die Zelle ergibt; der der Zelle gilt</translation>
    </message>
    <message>
        <source>CUBIC, TETRAGONAL, HEXAGONAL, RHOMBOHEDRAL, ORTHORHOMBIC, MONOCLINIC or TRICLINIC</source>
        <translation>CUBIC, TETRAGONAL, HEXAGONAL, RHOMBOHEDRAL, ORTHORHOMBIC, MONOCLINIC oder TRICLINIC</translation>
    </message>
    <message>
        <source>a crystal system from 1 to 6</source>
        <translation>ein Kristallsystem von 1 bis 6</translation>
    </message>
    <message>
        <source>a pressure or temperature is negative</source>
        <translation>ein Druck oder eine Temperatur ist negativ</translation>
    </message>
    <message>
        <source>add _space_group_name_H-M_alt to it</source>
        <translation>_space_group_name_H-M_alt darin ergänzen</translation>
    </message>
    <message>
        <source>add them (DIHKL), or give a CIF file</source>
        <translation>sie ergänzen (DIHKL), oder eine CIF-Datei angeben</translation>
    </message>
    <message>
        <source>an atom is of no known element</source>
        <translation>ein Atom ist von keinem bekannten Element</translation>
    </message>
    <message>
        <source>at this pressure and temperature the equation of state has no volume</source>
        <translation>bei diesem Druck und dieser Temperatur hat die Zustandsgleichung kein Volumen</translation>
    </message>
    <message>
        <source>check the file with a CIF editor</source>
        <translation>die Datei mit einem CIF-Editor prüfen</translation>
    </message>
    <message>
        <source>copy it again, or give a CIF file</source>
        <translation>sie noch einmal kopieren, oder eine CIF-Datei angeben</translation>
    </message>
    <message>
        <source>correct lengths (Å) and angles (degrees) in the file</source>
        <translation>Längen (Å) und Winkel (Grad) in der Datei berichtigen</translation>
    </message>
    <message>
        <source>correct the cell or the group in the file</source>
        <translation>Zelle oder Raumgruppe in der Datei berichtigen</translation>
    </message>
    <message>
        <source>correct the file</source>
        <translation>die Datei berichtigen</translation>
    </message>
    <message>
        <source>correct the file, or give a CIF file</source>
        <translation>die Datei berichtigen, oder eine CIF-Datei angeben</translation>
    </message>
    <message>
        <source>correct them, or remove them if the file names its space group</source>
        <translation>sie berichtigen, oder sie entfernen, falls die Datei ihre Raumgruppe nennt</translation>
    </message>
    <message>
        <source>crystal system, K0, K0&apos;</source>
        <translation>Kristallsystem, K0, K0&apos;</translation>
    </message>
    <message>
        <source>give GPa and K</source>
        <translation>GPa und K angeben</translation>
    </message>
    <message>
        <source>give a JCPDS file</source>
        <translation>eine JCPDS-Datei angeben</translation>
    </message>
    <message>
        <source>give a JCPDS or CIF file</source>
        <translation>eine JCPDS- oder CIF-Datei angeben</translation>
    </message>
    <message>
        <source>give a larger smallest spacing</source>
        <translation>einen größeren kleinsten Abstand angeben</translation>
    </message>
    <message>
        <source>give another cell or group</source>
        <translation>eine andere Zelle oder Raumgruppe angeben</translation>
    </message>
    <message>
        <source>give conditions nearer to those for which its constants were measured</source>
        <translation>Bedingungen angeben, die näher an denen liegen, für die ihre Konstanten gemessen wurden</translation>
    </message>
    <message>
        <source>give lengths in Å and angles in degrees</source>
        <translation>Längen in Å und Winkel in Grad angeben</translation>
    </message>
    <message>
        <source>give one of a crystal structure</source>
        <translation>eine mit einer Kristallstruktur angeben</translation>
    </message>
    <message>
        <source>give one of a crystal structure (_cell_length_a …)</source>
        <translation>eine mit einer Kristallstruktur angeben (_cell_length_a …)</translation>
    </message>
    <message>
        <source>leave the pressure out, or give a JCPDS file with K0</source>
        <translation>den Druck weglassen, oder eine JCPDS-Datei mit K0 angeben</translation>
    </message>
    <message>
        <source>leave the temperature out, or give a JCPDS file with ALPHAT</source>
        <translation>die Temperatur weglassen, oder eine JCPDS-Datei mit ALPHAT angeben</translation>
    </message>
    <message>
        <source>line %1 is no CIF: %2</source>
        <translation>Zeile %1 ist kein CIF: %2</translation>
    </message>
    <message>
        <source>line %1 of the JCPDS file is not what is expected there: %2</source>
        <translation>Zeile %1 der JCPDS-Datei ist nicht, was dort erwartet wird: %2</translation>
    </message>
    <message>
        <source>no intensities: the atom %1 has no coordinates</source>
        <translation>keine Intensitäten: Das Atom %1 hat keine Koordinaten</translation>
    </message>
    <message>
        <source>no intensities: the atom %1 is of no known element</source>
        <translation>keine Intensitäten: Das Atom %1 ist von keinem bekannten Element</translation>
    </message>
    <message>
        <source>no intensities: the file has no atoms</source>
        <translation>keine Intensitäten: Die Datei enthält keine Atome</translation>
    </message>
    <message>
        <source>spacing, intensity, h, k, l</source>
        <translation>Abstand, Intensität, h, k, l</translation>
    </message>
    <message>
        <source>the CIF has no unit cell</source>
        <translation>das CIF enthält keine Elementarzelle</translation>
    </message>
    <message>
        <source>the JCPDS file is cut off</source>
        <translation>die JCPDS-Datei ist abgeschnitten</translation>
    </message>
    <message>
        <source>the JCPDS file lists no lines</source>
        <translation>die JCPDS-Datei zählt keine Linien auf</translation>
    </message>
    <message>
        <source>the atom %1 has an impossible position, occupancy or displacement</source>
        <translation>das Atom %1 hat eine unmögliche Lage, Besetzung oder Auslenkung</translation>
    </message>
    <message>
        <source>the cell does not have the symmetry of the group</source>
        <translation>die Zelle hat nicht die Symmetrie der Raumgruppe</translation>
    </message>
    <message>
        <source>the cell does not have the symmetry of the space group %1</source>
        <translation>die Zelle hat nicht die Symmetrie der Raumgruppe %1</translation>
    </message>
    <message>
        <source>the file has more than %1 atoms</source>
        <translation>die Datei hat mehr als %1 Atome</translation>
    </message>
    <message>
        <source>the file has more than %1 lines</source>
        <translation>die Datei hat mehr als %1 Linien</translation>
    </message>
    <message>
        <source>the file has no space group</source>
        <translation>die Datei nennt keine Raumgruppe</translation>
    </message>
    <message>
        <source>the file is neither a CIF nor a JCPDS file</source>
        <translation>die Datei ist weder eine CIF- noch eine JCPDS-Datei</translation>
    </message>
    <message>
        <source>the file is no CIF: %1</source>
        <translation>die Datei ist kein CIF: %1</translation>
    </message>
    <message>
        <source>%1 is taken for a raster of %2 × %3 points with one frame each; if its second axis counts the modules of a detector, write those of one module as (frames, rows, columns)</source>
        <translation>%1 gilt als Raster von %2 × %3 Punkten mit je einem Bild; wenn die zweite Achse die Module eines Detektors zählt, die eines Moduls als (Bilder, Zeilen, Spalten) schreiben</translation>
    </message>
    <message>
        <source>%1 {frame holds|frames hold} no counts in the last rows, where others hold some (first: frame %2, from about row %3 on): {1:was it|were they} written to the end?</source>
        <translation>%1 {Bild enthält|Bilder enthalten} in den letzten Zeilen keine Ereignisse, wo andere welche haben (das erste: Bild %2, etwa ab Zeile %3): {1:Wurde es|Wurden sie} bis zum Ende geschrieben?</translation>
    </message>
    <message>
        <source>the file holds %1 other {structure|structures}, among them %2, which {1:is|are} not used: write each into a file of its own</source>
        <translation>die Datei enthält %1 {weitere Struktur|weitere Strukturen}, darunter %2, {1:die nicht benutzt wird|die nicht benutzt werden}: Jede in eine eigene Datei schreiben</translation>
    </message>
    <message>
        <source>%1 {image|images} of errors (EDF_DataBlockID) {1:is|are} no frames, and {1:is|are} left out</source>
        <translation>%1 {Bild|Bilder} von Fehlern (EDF_DataBlockID) {1:ist kein Messbild und wird|sind keine Messbilder und werden} ausgelassen</translation>
    </message>
    <message>
        <source>the PONI file gives pixels of %1, %2 of %3</source>
        <translation>die PONI-Datei gibt Pixel von %1 an, %2 von %3</translation>
    </message>
    <message>
        <source>name the file that was made for this detector, or correct the size of the pixels</source>
        <translation>Die Datei angeben, die für diesen Detektor gemacht wurde, oder die Größe der Pixel berichtigen</translation>
    </message>
    <message>
        <source>the file leaves the origin open: %1 is taken</source>
        <translation>die Datei lässt den Ursprung offen: %1 wird angenommen</translation>
    </message>
    <message>
        <source>the phase has no bulk modulus</source>
        <translation>die Phase hat keinen Kompressionsmodul</translation>
    </message>
    <message>
        <source>the phase has no thermal expansion</source>
        <translation>die Phase hat keine Wärmeausdehnung</translation>
    </message>
    <message>
        <source>the space group is not known: %1</source>
        <translation>die Raumgruppe ist nicht bekannt: %1</translation>
    </message>
    <message>
        <source>the symmetry of the JCPDS file is not known: %1</source>
        <translation>die Symmetrie der JCPDS-Datei ist nicht bekannt: %1</translation>
    </message>
    <message>
        <source>the symmetry operations are no space group</source>
        <translation>die Symmetrieoperationen sind keine Raumgruppe</translation>
    </message>
    <message>
        <source>the unit cell</source>
        <translation>die Elementarzelle</translation>
    </message>
    <message>
        <source>there are too many reflections down to this spacing</source>
        <translation>es gibt zu viele Reflexe bis zu diesem Abstand</translation>
    </message>
    <message>
        <source>there is no such cell</source>
        <translation>eine solche Zelle gibt es nicht</translation>
    </message>
    <message>
        <source>thermal expansion</source>
        <translation>Wärmeausdehnung</translation>
    </message>
    <message>
        <source>write it as in International Tables, such as F m -3 m</source>
        <translation>sie wie in den International Tables schreiben, etwa F m -3 m</translation>
    </message>
    <message>
        <source>%1 holds %2 values for %3 frames: some of either may be missing</source>
        <translation>%1 enthält %2 Werte zu %3 Bildern: von den einen oder den anderen könnten welche fehlen</translation>
    </message>
    <message>
        <source>%1 of %2 frames are flats, darks or invalid by %3 (first: %4), and are taken like the others</source>
        <translation>%1 von %2 Bildern sind laut %3 Hellbilder, Dunkelbilder oder ungültig (das erste: %4) und werden wie die anderen genommen</translation>
    </message>
    <message>
        <source>%1 pixels hold %2 in some of the frames looked at and no other negative number: if they are not measured, mask them</source>
        <translation>%1 Pixel haben in einem Teil der betrachteten Bilder den Wert %2 und sonst keine negative Zahl: sind sie nicht gemessen, maskieren</translation>
    </message>
    <message>
        <source>%1; in %2 such pixels have the fill value</source>
        <translation>%1; in %2 haben solche Pixel den Füllwert</translation>
    </message>
    <message>
        <source>calibrated by ImageJ: %1 + %2 × number</source>
        <translation>von ImageJ kalibriert: %1 + %2 × Zahl</translation>
    </message>
    <message>
        <source>choose another file or dataset</source>
        <translation>eine andere Datei oder einen anderen Datensatz wählen</translation>
    </message>
    <message>
        <source>of %1 frames of %2 the first %3 were written; in %4 the pixels of the others have the fill value</source>
        <translation>von %1 Bildern von %2 wurden die ersten %3 geschrieben; in %4 haben die Pixel der anderen den Füllwert</translation>
    </message>
    <message>
        <source>more than half of the pixels are masked: is 0 a bad pixel in the mask file? Then exchange 0 and 1</source>
        <translation>Mehr als die Hälfte der Pixel ist maskiert: Heißt 0 in der Maskendatei schlecht? Dann 0 und 1 vertauschen</translation>
    </message>
    <message>
        <source>%1 calls pixels of %2 counts saturated, and not all files the same: the lowest of these numbers counts for all frames</source>
        <translation>%1 nennt Pixel mit %2 Zählwerten gesättigt, was nicht alle Dateien tun: Die niedrigste dieser Zahlen gilt für alle Bilder</translation>
    </message>
    <message>
        <source>some files of the list have a flat field to be divided by and others, such as %1, have none: it counts for all frames</source>
        <translation>manche Dateien der Liste haben ein Flatfield, durch das zu teilen ist, und andere, etwa %1, keines: Es gilt für alle Bilder</translation>
    </message>
    <message>
        <source>the TIFF file says Orientation = %1: the image is stored mirrored or turned, which is not undone; check rows and columns, or use flip_rows and flip_cols: %2</source>
        <translation>die TIFF-Datei sagt Orientation = %1: Das Bild ist gespiegelt oder gedreht gespeichert, was nicht rückgängig gemacht wird; Zeilen und Spalten prüfen oder flip_rows und flip_cols verwenden: %2</translation>
    </message>
    <message>
        <source>the image of the CBF file does not fit its checksum (Content-MD5)</source>
        <translation>das Bild der CBF-Datei passt nicht zu seiner Prüfsumme (Content-MD5)</translation>
    </message>
    <message>
        <source>the file is damaged: copy it again</source>
        <translation>die Datei ist beschädigt: noch einmal kopieren</translation>
    </message>
    <message>
        <source>the files are not in the order of their numbers (%1 stands behind %2): their frames are taken in the order of the list</source>
        <translation>die Dateien stehen nicht in der Reihenfolge ihrer Nummern (%1 steht hinter %2): Ihre Bilder gelten in der Reihenfolge der Liste</translation>
    </message>
    <message>
        <source>%1 {file is|files are} in the list once more (first: %2): {1:its|their} frames count each time</source>
        <translation>%1 {Datei steht|Dateien stehen} noch einmal in der Liste (die erste: %2): Ihre Bilder zählen jedes Mal</translation>
    </message>
    <message>
        <source>pixels of %1 are not measured by %2, and files before it do not say so: it counts for all frames</source>
        <translation>Pixel mit %1 sind laut %2 nicht gemessen, Dateien davor sagen das nicht: Es gilt für alle Bilder</translation>
    </message>
    <message>
        <source>%1 %2 is taken for %3 frames of %4 × %5 pixels; if its last axis counts the frames, write it as (frames, rows, columns)</source>
        <translation>%1 %2 gilt als %3 Bilder von %4 × %5 Pixeln; wenn die letzte Achse die Bilder zählt, als (Bilder, Zeilen, Spalten) schreiben</translation>
    </message>
    <message>
        <source>%1 turns the detector by %2 degrees around the sample: the positions have to be those across the beam that it measures</source>
        <translation>%1 dreht den Detektor um %2 Grad um die Probe: Die Positionen müssen die quer zu dem Strahl sein, den er misst</translation>
    </message>
    <message>
        <source>the flat field of the data file, which does not say that it has been applied, is not used: file_flat=true divides by it</source>
        <translation>das Flatfield der Datendatei, die nicht sagt, dass es angewandt wurde, wird nicht verwendet: file_flat=true teilt dadurch</translation>
    </message>
    <message>
        <source>%1 {frame holds|frames hold} no counts at all (first: frame %2): {1:was it|were they} written, and was the shutter open?</source>
        <translation>%1 {Bild hat|Bilder haben} gar keine Zählwerte (das erste: Bild %2): {1:Wurde es|Wurden sie} geschrieben, und war der Verschluss offen?</translation>
    </message>
    <message>
        <source>%1 {entry|entries} of the series {1:is|are} not there (first: number %2); the frames of the others follow each other</source>
        <translation>%1 {Eintrag der Reihe fehlt|Einträge der Reihe fehlen} (der erste: Nummer %2); die Bilder der anderen folgen aufeinander</translation>
    </message>
    <message>
        <source>the point of normal incidence of the PONI file is %1 m away from the middle of the detector: Poni1 and Poni2 are lengths in metres</source>
        <translation>der Punkt des senkrechten Einfalls der PONI-Datei liegt %1 m von der Mitte des Detektors entfernt: Poni1 und Poni2 sind Längen in Metern</translation>
    </message>
    <message>
        <source>frame %1 is image %2 and the one before it image %3: images may be missing</source>
        <translation>Bild %1 der Datei hat die Nummer %2 und das davor die Nummer %3: Dazwischen könnten Bilder fehlen</translation>
    </message>
    <message>
        <source>the %1 was never written</source>
        <translation>nie geschrieben: %1</translation>
    </message>
    <message>
        <source>the CBF header announces %1 pixels and an image of %2 × %3</source>
        <translation>der CBF-Kopf kündigt %1 Pixel und ein Bild von %2 × %3 an</translation>
    </message>
    <message>
        <source>the EDF header says %1 = %2: the image is stored mirrored or turned, which is not undone; check rows and columns, or use flip_rows and flip_cols</source>
        <translation>der EDF-Kopf sagt %1 = %2: Das Bild ist gespiegelt oder gedreht gespeichert, was nicht rückgängig gemacht wird; Zeilen und Spalten prüfen oder flip_rows und flip_cols verwenden</translation>
    </message>
    <message>
        <source>the EDF header says ProjectionType = %1: pixels are angles and no places on a detector, and distance and beam centre are not used</source>
        <translation>der EDF-Kopf sagt ProjectionType = %1: Die Pixel sind Winkel und keine Orte auf einem Detektor; Abstand und Strahlmitte werden nicht verwendet</translation>
    </message>
    <message>
        <source>the EDF header says that the image begins at column %1, row %2 of the detector (Offset): the beam centre is taken as counted from the detector&apos;s corner</source>
        <translation>laut EDF-Kopf beginnt das Bild in Spalte %1, Zeile %2 des Detektors (Offset): Die Strahlmitte gilt als von der Ecke des Detektors an gezählt</translation>
    </message>
    <message>
        <source>the TIFF file holds no whole image</source>
        <translation>die TIFF-Datei enthält kein ganzes Bild</translation>
    </message>
    <message>
        <source>the file gives the beam centre as %1, %1, which stands for one that is not known: it is not used</source>
        <translation>die Datei gibt als Strahlmitte %1, %1 an, was für eine unbekannte steht: Sie wird nicht verwendet</translation>
    </message>
    <message>
        <source>the file holds more images than the first, which alone is used: %1</source>
        <translation>die Datei enthält außer dem ersten weitere Bilder, nur das erste wird verwendet: %1</translation>
    </message>
    <message>
        <source>the header says &quot;%1&quot;: if the detector was moved after its beam centre was measured, that is another one</source>
        <translation>im Dateikopf steht „%1“: Wurde der Detektor bewegt, nachdem seine Strahlmitte gemessen war, ist sie eine andere</translation>
    </message>
    <message>
        <source>the numbers of the image stand for others (%1), which is not applied</source>
        <translation>die Zahlen des Bildes stehen für andere (%1), was nicht angewandt wird</translation>
    </message>
    <message>
        <source>the pixels of %1 are %2 apart, and %3 large by the file: the size is used</source>
        <translation>die Pixel von %1 liegen %2 auseinander und sind laut Datei %3 groß: Die Größe wird verwendet</translation>
    </message>
    <message>
        <source>there are more pixels than announced</source>
        <translation>es sind mehr Pixel da als angekündigt</translation>
    </message>
    <message>
        <source>%1 peaks of %2 patterns are more than one table holds</source>
        <translation>%1 Reflexe von %2 Diagrammen sind mehr, als eine Tabelle fasst</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no region</source>
        <translation>„%1“ ist kein Bereich</translation>
    </message>
    <message>
        <source>give --region LOW:HIGH</source>
        <translation>--region UNTEN:OBEN angeben</translation>
    </message>
    <message>
        <source>give fewer regions</source>
        <translation>weniger Bereiche angeben</translation>
    </message>
    <message>
        <source>give its ends as 2.1:2.6, and where its peaks are as 2.1:2.6@2.3,2.4</source>
        <translation>seine Enden als „2.1:2.6“ angeben, und wo seine Reflexe sind, als „2.1:2.6@2.3,2.4“</translation>
    </message>
    <message>
        <source>give positions between the ends of the region</source>
        <translation>Positionen zwischen den Enden des Bereichs angeben</translation>
    </message>
    <message>
        <source>give the lower end first</source>
        <translation>das untere Ende zuerst angeben</translation>
    </message>
    <message>
        <source>no point of the patterns lies between %1 and %2 %3</source>
        <translation>kein Punkt der Diagramme liegt zwischen %1 und %2 %3</translation>
    </message>
    <message>
        <source>the axis goes from %1 to %2</source>
        <translation>die Achse geht von %1 bis %2</translation>
    </message>
    <message>
        <source>the mean of the patterns has no peak that stands out</source>
        <translation>das Mittel der Diagramme hat keinen Reflex, der sich abhebt</translation>
    </message>
    <message>
        <source>the peak at %1 lies outside of its region</source>
        <translation>der Reflex bei %1 liegt außerhalb seines Bereichs</translation>
    </message>
    <message>
        <source>the region %1 has no width</source>
        <translation>der Bereich %1 hat keine Breite</translation>
    </message>
    <message>
        <source>holds peaks that were fitted to patterns, not a reconstruction</source>
        <translation>enthält Reflexe, die an Diagramme angepasst wurden, keine Rekonstruktion</translation>
    </message>
    <message>
        <source>holds peaks that were fitted to patterns, not a scan</source>
        <translation>enthält Reflexe, die an Diagramme angepasst wurden, keinen Scan</translation>
    </message>
    <message>
        <source>open the result of the integration that /entry/process/source names</source>
        <translation>das Ergebnis der Integration öffnen, das /entry/process/source nennt</translation>
    </message>
    <message>
        <source>the model has no value at the start of the fit</source>
        <translation>das Modell hat am Anfang der Anpassung keinen Wert</translation>
    </message>
    <message>
        <source>the model has no value where its errors are asked for</source>
        <translation>das Modell hat dort keinen Wert, wo nach seinen Fehlern gefragt wird</translation>
    </message>
    <message>
        <source>there are fewer points than parameters to fit</source>
        <translation>es gibt weniger Punkte als Parameter, die anzupassen sind</translation>
    </message>
    <message>
        <source>choose one of those that are there (ewald-cli devices)</source>
        <translation>eines der vorhandenen wählen (ewald-cli devices)</translation>
    </message>
    <message>
        <source>far above the noise limit: &quot;Find orientation&quot; (ewald-cli orient) tells whether the axes of the positions are right; else check energy and distance</source>
        <translation>weit über der Rauschgrenze: „Orientierung finden“ (ewald-cli orient) sagt, ob die Achsen der Positionen stimmen; sonst Energie und Abstand prüfen</translation>
    </message>
    <message>
        <source>job %1 cannot wait for itself</source>
        <translation>Auftrag %1 kann nicht auf sich selbst warten</translation>
    </message>
    <message>
        <source>job %1 waits for job %2 already</source>
        <translation>Auftrag %1 wartet schon auf Auftrag %2</translation>
    </message>
    <message>
        <source>look at the file (ewald-cli info)</source>
        <translation>die Datei ansehen (ewald-cli info)</translation>
    </message>
    <message>
        <source>the resolution was not measured: &quot;How good is it?&quot; (ewald-cli compare RESULT --halves) finds it with two halves of the frames</source>
        <translation>die Auflösung wurde nicht gemessen: „Wie gut ist es?“ (ewald-cli compare ERGEBNIS --halves) findet sie mit zwei Hälften der Bilder</translation>
    </message>
    <message>
        <source>what a job waits for is chosen before it starts; duplicate it</source>
        <translation>worauf ein Auftrag wartet, wird gewählt, bevor er beginnt; verdoppeln Sie ihn</translation>
    </message>
    <message>
        <source>a frame of the SPE file has %1 regions of the sensor</source>
        <translation>ein Bild der SPE-Datei hat %1 Bereiche des Sensors</translation>
    </message>
    <message>
        <source>convert it to HDF5, TIFF, EDF or NPY</source>
        <translation>in HDF5, TIFF, EDF oder NPY umwandeln</translation>
    </message>
    <message>
        <source>frame %1 has no header like that of the first</source>
        <translation>Bild %1 hat keinen Kopf wie das erste</translation>
    </message>
    <message>
        <source>frame %1 is number %2 of its acquisition, the first one number %3: frames may be missing</source>
        <translation>Bild %1 ist Nummer %2 seiner Aufnahme, das erste Nummer %3: vielleicht fehlen Bilder</translation>
    </message>
    <message>
        <source>let the detector write frames that are not raw</source>
        <translation>den Detektor Bilder schreiben lassen, die nicht roh sind</translation>
    </message>
    <message>
        <source>open a scan or frames (HDF5, TIFF, EDF, CBF …), positions (CSV, columns, SPEC), a geometry (.poni), a job document (.json) or a result</source>
        <translation>öffnen lassen sich Scans und Bilder (HDF5, TIFF, EDF, CBF …), Positionen (CSV, Spalten, SPEC), Geometrien (.poni), Auftragsdokumente (.json) und Ergebnisse</translation>
    </message>
    <message>
        <source>record one region</source>
        <translation>einen Bereich aufnehmen</translation>
    </message>
    <message>
        <source>save it again with numpy.save as an array of frames</source>
        <translation>noch einmal mit numpy.save als Feld von Bildern speichern</translation>
    </message>
    <message>
        <source>the %1 is no file of images that Ewald knows</source>
        <translation>%1: keine Datei mit Bildern, die Ewald kennt</translation>
    </message>
    <message>
        <source>the GE file has pixels of %1 bits, expected 16</source>
        <translation>die GE-Datei hat Pixel mit %1 Bit, erwartet sind 16</translation>
    </message>
    <message>
        <source>the MIB file has pixels of the kind %1, expected U08, U16, U32 or U64</source>
        <translation>die MIB-Datei hat Pixel der Art %1, erwartet ist U08, U16, U32 oder U64</translation>
    </message>
    <message>
        <source>the NPY file holds no plain numbers</source>
        <translation>die NPY-Datei enthält keine einfachen Zahlen</translation>
    </message>
    <message>
        <source>the SPE file has pixels of the unknown type %1</source>
        <translation>die SPE-Datei hat Pixel des unbekannten Typs %1</translation>
    </message>
    <message>
        <source>the array has the shape%1), expected frames</source>
        <translation>das Feld hat die Form%1), erwartet sind Bilder</translation>
    </message>
    <message>
        <source>the array is in the order of Fortran</source>
        <translation>das Feld ist in der Reihenfolge von Fortran</translation>
    </message>
    <message>
        <source>the file holds no complete frame</source>
        <translation>die Datei enthält kein vollständiges Bild</translation>
    </message>
    <message>
        <source>the file may be damaged: copy it again</source>
        <translation>die Datei ist vielleicht beschädigt: noch einmal kopieren</translation>
    </message>
    <message>
        <source>the header announces %1 frames, the file holds %2: %3</source>
        <translation>der Kopf kündigt %1 Bilder an, die Datei enthält %2: %3</translation>
    </message>
    <message>
        <source>the header announces frames of %1 × %2 pixels</source>
        <translation>der Kopf kündigt Bilder von %1 × %2 Pixeln an</translation>
    </message>
    <message>
        <source>the header of the MIB file is damaged</source>
        <translation>der Kopf der MIB-Datei ist beschädigt</translation>
    </message>
    <message>
        <source>the header of the NPY file is damaged</source>
        <translation>der Kopf der NPY-Datei ist beschädigt</translation>
    </message>
    <message>
        <source>a table of counts of the Bruker file is damaged</source>
        <translation>eine Zählwerttabelle der Bruker-Datei ist beschädigt</translation>
    </message>
    <message>
        <source>the Bruker file has the format %1, expected 86 or 100</source>
        <translation>die Bruker-Datei hat das Format %1, erwartet ist 86 oder 100</translation>
    </message>
    <message>
        <source>write it in one of these</source>
        <translation>in einem davon schreiben</translation>
    </message>
    <message>
        <source>the Bruker file has pixels of %1 bytes, expected 1, 2 or 4</source>
        <translation>die Bruker-Datei hat Pixel mit %1 Byte, erwartet sind 1, 2 oder 4</translation>
    </message>
    <message>
        <source>the header of the Bruker file is damaged</source>
        <translation>der Kopf der Bruker-Datei ist beschädigt</translation>
    </message>
    <message>
        <source>the Bruker header says LINEAR = %1, %2: the numbers of the frame stand for others, which is not applied</source>
        <translation>der Bruker-Kopf sagt LINEAR = %1, %2: die Zahlen des Bildes stehen für andere, was nicht angewendet wird</translation>
    </message>
    <message>
        <source>the image plate is a cylinder: distance and beam centre of a flat detector are not used</source>
        <translation>die Bildplatte ist ein Zylinder: Abstand und Strahlmitte eines ebenen Detektors werden nicht verwendet</translation>
    </message>
    <message>
        <source>the ratio of the two ranges of counts is %1</source>
        <translation>das Verhältnis der beiden Zählbereiche ist %1</translation>
    </message>
    <message>
        <source>%1 (%2; a tenth is left to drivers and transforms)</source>
        <translation>%1 (%2; ein Zehntel bleibt für Treiber und Transformationen)</translation>
    </message>
    <message>
        <source>the header of the mar345 file is damaged</source>
        <translation>der Kopf der mar345-Datei ist beschädigt</translation>
    </message>
    <message>
        <source>the mar345 file holds no packed image</source>
        <translation>die mar345-Datei enthält kein gepacktes Bild</translation>
    </message>
    <message>
        <source>the mar345 file is packed in another version</source>
        <translation>die mar345-Datei ist in einer anderen Fassung gepackt</translation>
    </message>
    <message>
        <source>the packed image has another size than the header of the mar345 file says</source>
        <translation>das gepackte Bild hat eine andere Größe, als der Kopf der mar345-Datei sagt</translation>
    </message>
    <message>
        <source>the table of bright pixels is damaged</source>
        <translation>die Tabelle der hellen Pixel ist beschädigt</translation>
    </message>
    <message>
        <source>name a file that ends in .h5, .nxs or .csv</source>
        <translation>eine Datei nennen, die auf .h5, .nxs oder .csv endet</translation>
    </message>
    <message>
        <source>no format for peaks has the ending &quot;%1&quot;</source>
        <translation>kein Format für Reflexe hat die Endung „%1“</translation>
    </message>
    <message>
        <source>%1 holds %2 values for %3 frames: frames may be missing, or be of another measurement</source>
        <translation>%1 hat %2 Werte für %3 Bilder: Vielleicht fehlen Bilder oder sie gehören zu einer anderen Messung</translation>
    </message>
    <message>
        <source>%1 is followed by %2: if files between them are missing, their frames are, too, and those of the others follow each other</source>
        <translation>auf %1 folgt %2: Fehlen Dateien dazwischen, so fehlen auch ihre Bilder, und die der anderen folgen aufeinander</translation>
    </message>
    <message>
        <source>%1 is the file of the frames themselves: %2</source>
        <translation>%1 ist die Datei der Bilder selbst: %2</translation>
    </message>
    <message>
        <source>%1 pixels hold %2, the largest number in the frames looked at: if the camera is saturated there, saturation=%2 leaves them out</source>
        <translation>%1 Pixel haben %2, die größte Zahl in den angesehenen Bildern: Ist die Kamera dort gesättigt, lässt saturation=%2 sie weg</translation>
    </message>
    <message>
        <source>%1 pixels hold different numbers down to %2 beside counts up to %3: so do unsigned counts of %4 bits that were written as signed ones; write the frames with an unsigned type</source>
        <translation>%1 Pixel haben verschiedene Zahlen bis hinab zu %2 neben Zählwerten bis %3: So sehen vorzeichenlose Zählwerte mit %4 Bit aus, die mit Vorzeichen geschrieben wurden; die Bilder mit einem vorzeichenlosen Typ schreiben</translation>
    </message>
    <message>
        <source>%1 says that counts below %2 are not measured, and not all files the same: the highest of these numbers counts for all frames</source>
        <translation>laut %1 sind Zählwerte unter %2 nicht gemessen, was nicht alle Dateien sagen: Die höchste dieser Zahlen gilt für alle Bilder</translation>
    </message>
    <message>
        <source>%1 says that the acquisition has %2 frames, %3 {is|are} there: if the others are in more files, open all of them together</source>
        <translation>laut %1 hat die Messreihe %2 Bilder, da {3:ist|sind} %3: Sind die anderen in weiteren Dateien, alle zusammen öffnen</translation>
    </message>
    <message>
        <source>Rot1 and Rot2 turn the detector by %1 degrees, so that the direct beam never meets it: they are angles in radians</source>
        <translation>Rot1 und Rot2 drehen den Detektor um %1 Grad, sodass der direkte Strahl ihn nie trifft: Es sind Winkel im Bogenmaß</translation>
    </message>
    <message>
        <source>a page of %1 holds %2 bytes of pixels, of which its %3 rows take %4: the rest is left out</source>
        <translation>eine Seite von %1 hat %2 Byte an Pixeln, von denen ihre %3 Zeilen %4 brauchen: Der Rest wird weggelassen</translation>
    </message>
    <message>
        <source>choose an image that was taken for it, or leave it out</source>
        <translation>ein dafür aufgenommenes Bild wählen oder es weglassen</translation>
    </message>
    <message>
        <source>counts above %1 are not measured (%2)</source>
        <translation>Zählwerte über %1 sind nicht gemessen (%2)</translation>
    </message>
    <message>
        <source>counts below %1 are not measured (%2)</source>
        <translation>Zählwerte unter %1 sind nicht gemessen (%2)</translation>
    </message>
    <message>
        <source>counts below %1 are not measured by %2, and are taken like others: where these are noise, count_threshold=%1 makes them zeros</source>
        <translation>Zählwerte unter %1 sind laut %2 nicht gemessen und werden wie andere genommen: Wo sie Rauschen sind, macht count_threshold=%1 sie zu Nullen</translation>
    </message>
    <message>
        <source>frame %1 has the number %2 and the one before it %3 by %4: frames may be lost</source>
        <translation>Bild %1 hat die Nummer %2 und das davor %3 laut %4: Vielleicht sind Bilder verloren</translation>
    </message>
    <message>
        <source>frame %1 has the number %2 and the one before it %3 by %4: the frames may not be stored in their order, or some twice</source>
        <translation>Bild %1 hat die Nummer %2 und das davor %3 laut %4: Vielleicht sind die Bilder nicht in ihrer Reihenfolge gespeichert oder manche doppelt</translation>
    </message>
    <message>
        <source>leave out one of them</source>
        <translation>eines davon weglassen</translation>
    </message>
    <message>
        <source>one image is the dark and the flat field: %1</source>
        <translation>ein Bild ist zugleich Dunkelbild und Flatfield: %1</translation>
    </message>
    <message>
        <source>pixels of %1 counts are saturated (%2)</source>
        <translation>Pixel mit %1 Zählwerten sind gesättigt (%2)</translation>
    </message>
    <message>
        <source>pixels of %1 x %2: check the unit of both</source>
        <translation>Pixel von %1 x %2: die Einheit von beiden prüfen</translation>
    </message>
    <message>
        <source>the beam centre is %1 m away from the middle of the detector: check its unit</source>
        <translation>die Strahlmitte ist %1 m von der Mitte des Detektors entfernt: ihre Einheit prüfen</translation>
    </message>
    <message>
        <source>the detector is %1 away and %2 from corner to corner: check the unit of the distance</source>
        <translation>der Detektor ist %1 entfernt und %2 von Ecke zu Ecke groß: die Einheit des Abstands prüfen</translation>
    </message>
    <message>
        <source>the dark holds %1 counts and the first frame %2, so that the patterns are negative: are both exchanged, or is the dark of a longer exposure?</source>
        <translation>das Dunkelbild hat %1 Zählwerte und das erste Bild %2, sodass die Diagramme negativ werden: Sind beide vertauscht oder ist das Dunkelbild länger belichtet?</translation>
    </message>
    <message>
        <source>the file gives 0 as the energy or wavelength, which stands for one that is not known</source>
        <translation>die Datei gibt als Energie oder Wellenlänge 0 an, was für eine unbekannte steht</translation>
    </message>
    <message>
        <source>%1 holds %2 {frame|frames}, most files of the list %3: some may be lost, and those of the others follow each other</source>
        <translation>%1 hat %2 {Bild|Bilder}, die meisten Dateien der Liste %3: Vielleicht sind welche verloren, und die der anderen folgen aufeinander</translation>
    </message>
    <message>
        <source>the frames are binned by %1 x %2 (%3): check whether the pixel of the geometry is that of the frames</source>
        <translation>die Bilder sind %1 x %2 gebinnt (%3): prüfen, ob das Pixel der Geometrie das der Bilder ist</translation>
    </message>
    <message>
        <source>the header gives a wavelength of %1 keV and an energy of %2 keV, which contradict each other: the wavelength is used</source>
        <translation>der Kopf gibt eine Wellenlänge von %1 keV und eine Energie von %2 keV an, was einander widerspricht: Die Wellenlänge wird verwendet</translation>
    </message>
    <message>
        <source>iteration %1 is undone: object or probe grew beyond what its sums hold exactly; sums are scaled to each batch from here on. Look at the scale of the probe that the run began with</source>
        <translation>Iteration %1 wird zurückgenommen: Objekt oder Sonde sind über das hinausgewachsen, was ihre Summen exakt fassen; von hier an werden Summen für jeden Stapel skaliert. Sehen Sie nach der Stärke der Sonde, mit der der Lauf begonnen hat</translation>
    </message>
    <message>
        <source>the run diverges: no sum can hold what object and probe have grown to in iteration %1</source>
        <translation>der Lauf läuft auseinander: Keine Summe kann fassen, worauf Objekt und Sonde in Iteration %1 gewachsen sind</translation>
    </message>
    <message>
        <source>%1 says that the image is mirrored: azimuths run the other way round; flip_rows or flip_cols mirrors it back</source>
        <translation>%1 sagt, dass das Bild gespiegelt ist: Azimute laufen andersherum; flip_rows oder flip_cols spiegelt es zurück</translation>
    </message>
    <message>
        <source>%1 {frame holds|frames hold} %2 in up to %3 pixels that count, and no other negative number (first: frame %4): if they are not measured, mask them</source>
        <translation>%1 {Bild enthält|Bilder enthalten} %2 in bis zu %3 Pixeln, die zählen, und keine andere negative Zahl (zuerst: Bild %4): wenn sie nicht gemessen sind, maskieren</translation>
    </message>
    <message>
        <source>a dark image is taken off the frames already (%1): dark_file takes one off once more</source>
        <translation>von den Bildern ist schon ein Dunkelbild abgezogen (%1): dark_file zieht noch einmal eines ab</translation>
    </message>
    <message>
        <source>the EDF header gives a wavelength of %1 keV and says %2, which contradict each other: the wavelength is used</source>
        <translation>der EDF-Kopf gibt eine Wellenlänge von %1 keV an und sagt %2, was sich widerspricht: die Wellenlänge wird verwendet</translation>
    </message>
    <message>
        <source>the EDF header says %1 without a unit that is known: it is not used</source>
        <translation>der EDF-Kopf sagt %1 ohne eine bekannte Einheit: das wird nicht verwendet</translation>
    </message>
    <message>
        <source>the EDF header says that the detector is turned by %1 degrees around the beam (DetectorRotation_3): azimuths are counted as if it were not; a PONI file says it</source>
        <translation>der EDF-Kopf sagt, dass der Detektor um %1 Grad um den Strahl gedreht ist (DetectorRotation_3): Azimute werden gezählt, als wäre er das nicht; eine PONI-Datei sagt es</translation>
    </message>
    <message>
        <source>the frames are divided by a flat field already (%1): flat_file divides them once more</source>
        <translation>die Bilder sind schon durch ein Flatfield geteilt (%1): flat_file teilt sie noch einmal</translation>
    </message>
    <message>
        <source>the positions are %1 away from zero and stored in single precision, in steps of %2 (%3 object pixels): write them in double precision, or refine them</source>
        <translation>die Positionen sind %1 von null entfernt und mit einfacher Genauigkeit gespeichert, in Schritten von %2 (%3 Objektpixel): mit doppelter Genauigkeit schreiben oder verfeinern</translation>
    </message>
    <message>
        <source>the table has %1 {row|rows}, and &quot;%2&quot; is a scan of %3 points: it may have been aborted, or lines are missing</source>
        <translation>die Tabelle hat %1 {Zeile|Zeilen}, und &quot;%2&quot; ist ein Scan von %3 Punkten: er wurde vielleicht abgebrochen, oder Zeilen fehlen</translation>
    </message>
    <message>
        <source>%1 {frame holds|frames hold} exactly the counts of the one before (first: frame %2): the detector stood still there, or wrote an old image again; excluded_frames leaves {1:it|them} out</source>
        <translation>%1 {Bild hat|Bilder haben} genau die Ereignisse des Bildes davor (erstes: Bild %2): Der Detektor stand dort still oder hat ein altes Bild noch einmal geschrieben; excluded_frames lässt {1:es|sie} weg</translation>
    </message>
    <message>
        <source>frame %1 is of counter %2 of the detector, the first one of counter %3, whose thresholds are others: choose those of one counter with first_frame and frame_step</source>
        <translation>Bild %1 ist von Zähler %2 des Detektors, das erste von Zähler %3, dessen Schwellen andere sind: mit first_frame und frame_step die eines Zählers wählen</translation>
    </message>
    <message>
        <source>give the number of the one that is meant, from 1 on</source>
        <translation>die Nummer der gemeinten angeben, ab 1</translation>
    </message>
    <message>
        <source>has several columns &quot;%1&quot;</source>
        <translation>hat mehrere Spalten „%1“</translation>
    </message>
    <message>
        <source>save it again with the numbers themselves</source>
        <translation>noch einmal mit den Zahlen selbst speichern</translation>
    </message>
    <message>
        <source>the EDF header says that %1 is to be added to each number (DataValueOffset), which is not done</source>
        <translation>der EDF-Kopf sagt, dass zu jeder Zahl %1 zu addieren ist (DataValueOffset), was nicht geschieht</translation>
    </message>
    <message>
        <source>the TIFF file says that zero is white (PhotometricInterpretation = 0): its numbers are taken as counts; where bright places have small ones, save it again inverted: %1</source>
        <translation>die TIFF-Datei sagt, dass null weiß ist (PhotometricInterpretation = 0): Ihre Zahlen werden als Zählwerte genommen; wo helle Stellen kleine haben, umgekehrt noch einmal speichern: %1</translation>
    </message>
    <message>
        <source>the dark was exposed for %1 s and the frames for %2 s: what is taken off belongs to another time; use a dark of the same exposure</source>
        <translation>das Dunkelbild wurde %1 s belichtet und die Bilder %2 s: Was abgezogen wird, gehört zu einer anderen Zeit; ein Dunkelbild gleicher Belichtung verwenden</translation>
    </message>
    <message>
        <source>automatic plan: the error is %1 × the noise limit and positions have moved: %2 probe modes from here on</source>
        <translation>automatischer Plan: der Fehler ist %1 × die Rauschgrenze, und Positionen haben sich bewegt: ab hier %2 Sondenmoden</translation>
    </message>
    <message>
        <source>one mode of the probe, one slice, positions of the file, no background, even intensities</source>
        <translation>eine Mode der Sonde, eine Schicht, Positionen der Datei, kein Untergrund, gleiche Intensitäten</translation>
    </message>
    <message>
        <source>%1 gives %2 m, which cannot be: it is not used</source>
        <translation>%1 gibt %2 m an, was nicht sein kann: Es wird nicht verwendet</translation>
    </message>
    <message>
        <source>%1 holds %2, which cannot be: %3 is used (%4 keV)</source>
        <translation>%1 enthält %2, was nicht sein kann: %3 wird verwendet (%4 keV)</translation>
    </message>
    <message>
        <source>%1 holds %2, which stands for what is not known: it is not used</source>
        <translation>%1 enthält %2, was für Unbekanntes steht: Es wird nicht verwendet</translation>
    </message>
    <message>
        <source>%1 is of the detector %2, and the first file of %3: what is known of that one counts for all frames</source>
        <translation>%1 ist vom Detektor %2 und die erste Datei von %3: Was von diesem bekannt ist, gilt für alle Bilder</translation>
    </message>
    <message>
        <source>%1 was exposed for %2 s and the first file for %3 s: their counts are not divided by it</source>
        <translation>%1 wurde %2 s belichtet und die erste Datei %3 s: Ihre Ereignisse werden nicht dadurch geteilt</translation>
    </message>
    <message>
        <source>%1 {file has|files have} the number of another one of the series (first: %2 and %3): {1:its frames|their frames} may be there twice</source>
        <translation>%1 {Datei hat|Dateien haben} die Nummer einer anderen der Serie (erste: %2 und %3): ihre Bilder sind vielleicht doppelt da</translation>
    </message>
    <message>
        <source>%1 {file|files} of the series %2 {1:is|are} not there (first: number %3)</source>
        <translation>%1 {Datei|Dateien} der Serie %2 {1:fehlt|fehlen} (erste: Nummer %3)</translation>
    </message>
    <message>
        <source>%1 {frame holds|frames hold} exactly the counts of the one before (first: frame %2): the detector stood still there, or wrote an old image again</source>
        <translation>%1 {Bild hat|Bilder haben} genau die Ereignisse des Bildes davor (erstes: Bild %2): Der Detektor stand dort still oder hat ein altes Bild noch einmal geschrieben</translation>
    </message>
    <message>
        <source>%1: the virtual dataset %2 ends there, although %3 later {source is|sources are} there (first: %4): %5 {frame is|frames are} left out</source>
        <translation>%1: der virtuelle Datensatz %2 endet dort, obwohl %3 spätere {Quelle da ist|Quellen da sind} (erste: %4): %5 {Bild wird|Bilder werden} weggelassen</translation>
    </message>
    <message>
        <source>%2 {source|sources} of the virtual dataset %1 {2:lies|lie} behind its end (first: %3): %4 {frame is|frames are} left out</source>
        <translation>%2 {Quelle|Quellen} des virtuellen Datensatzes %1 {2:liegt|liegen} hinter seinem Ende (erste: %3): %4 {Bild wird|Bilder werden} weggelassen</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <source>frame %1 is image %2 and the one before it image %3: images may not be stored in their order, or some twice</source>
        <translation>Bild %1 ist Aufnahme %2 und das davor Aufnahme %3: Vielleicht sind die Aufnahmen nicht in ihrer Reihenfolge gespeichert oder manche doppelt</translation>
    </message>
    <message>
        <source>frame %1 says %2, the first one %3: that of the first counts for all frames</source>
        <translation>Bild %1 sagt %2, das erste %3: Der Wert des ersten gilt für alle Bilder</translation>
    </message>
    <message>
        <source>frame %1 says %2, the first one does not say it: it is not used</source>
        <translation>Bild %1 sagt %2, das erste sagt es nicht: Es wird nicht verwendet</translation>
    </message>
    <message>
        <source>record one region, and frames of one size</source>
        <translation>einen Bereich aufnehmen und Bilder einer Größe</translation>
    </message>
    <message>
        <source>the detector has %1 x %2 pixels (%3), the frames %4 x %5: they are a part of it, or binned, and beam centre and pixel size of the file may be those of the whole one</source>
        <translation>der Detektor hat %1 x %2 Pixel (%3), die Bilder %4 x %5: Sie sind ein Teil davon oder gebinnt, und Strahlmitte und Pixelgröße der Datei sind vielleicht die des ganzen</translation>
    </message>
    <message>
        <source>the flat field holds no positive number in %1 {pixel, which is|pixels, which are} left out</source>
        <translation>das Flatfield enthält in %1 Pixeln keine positive Zahl; {1:es wird|sie werden} weggelassen</translation>
    </message>
    <message>
        <source>the flat field is about %1, and all counts are divided by it: divide it by its mean where the patterns are to be counts</source>
        <translation>das Flatfield liegt bei %1, und alle Ereignisse werden dadurch geteilt: Es durch seinen Mittelwert teilen, wenn die Diagramme Ereignisse sein sollen</translation>
    </message>
    <message>
        <source>the frames were exposed for %1 to %2 s (%3): their counts are not divided by it; a monitor does that</source>
        <translation>die Bilder wurden %1 bis %2 s belichtet (%3): Ihre Ereignisse werden nicht dadurch geteilt; das tut ein Monitor</translation>
    </message>
    <message>
        <source>the header of the SPE file gives frames of %1 bytes, its XML of %2</source>
        <translation>der Kopf der SPE-Datei gibt Bilder von %1 Bytes an, ihr XML von %2</translation>
    </message>
    <message>
        <source>the transformations of %1 go round in a circle at %2: where they put the detector is not known, and not used</source>
        <translation>die Transformationen von %1 gehen bei %2 im Kreis: Wohin sie den Detektor setzen, ist nicht bekannt und wird nicht verwendet</translation>
    </message>
    <message>
        <source>the transformations of %1 lead to %2, which is not there: where they put the detector is not known, and not used</source>
        <translation>die Transformationen von %1 führen zu %2, das nicht da ist: Wohin sie den Detektor setzen, ist nicht bekannt und wird nicht verwendet</translation>
    </message>
    <message>
        <source>the unit &quot;%1&quot; of %2 is no angle: where the transformations put the detector is not known, and not used</source>
        <translation>die Einheit „%1“ von %2 ist kein Winkel: Wohin die Transformationen den Detektor setzen, ist nicht bekannt und wird nicht verwendet</translation>
    </message>
    <message>
        <source>the unit &quot;%1&quot; of %2 is no length: where the transformations put the detector is not known, and not used</source>
        <translation>die Einheit „%1“ von %2 ist keine Länge: Wohin die Transformationen den Detektor setzen, ist nicht bekannt und wird nicht verwendet</translation>
    </message>
    <message>
        <source>the objects have opposite contrast (%1 at the lowest frequencies, where equal ones have 1): one is the complex conjugate of the other, as where frames are turned by 180° (flip_rows and flip_cols)</source>
        <translation>die Objekte haben umgekehrten Kontrast (%1 bei den niedrigsten Frequenzen, wo gleiche 1 haben): eines ist das komplex Konjugierte des anderen, wie bei Bildern, die um 180° gedreht sind (flip_rows und flip_cols)</translation>
    </message>
    <message>
        <source>the partition %1 allows jobs of %2 at most, and this one asks for %3: the cluster may refuse it, or never start it</source>
        <translation>die Partition %1 erlaubt Aufträge von höchstens %2, und dieser verlangt %3: der Cluster lehnt ihn vielleicht ab oder startet ihn nie</translation>
    </message>
    <message>
        <source>the partition %1 is switched off at present (%2): the job waits until it is up again</source>
        <translation>die Partition %1 ist zurzeit abgeschaltet (%2): der Auftrag wartet, bis sie wieder läuft</translation>
    </message>
    <message>
        <source>%1 of %2 images hold no counts at all (first: image %3), and the others do: were they written?</source>
        <translation>%1 von %2 Bildern enthalten gar keine Ereignisse (das erste: Bild %3), die anderen schon: Wurden sie geschrieben?</translation>
    </message>
    <message>
        <source>%1 pixels in the gaps of the %2, which the file names, hold %3 and are counted: name the detector (detector=%2) to leave them out</source>
        <translation>%1 Pixel in den Lücken des %2, den die Datei nennt, enthalten %3 und zählen mit: Den Detektor angeben (detector=%2), damit sie ausgelassen werden</translation>
    </message>
    <message>
        <source>%1 says several units, among them %2 and %3: %2 is taken for all of its numbers</source>
        <translation>%1 nennt mehrere Einheiten, darunter %2 und %3: Für alle Zahlen wird %2 genommen</translation>
    </message>
    <message>
        <source>convert it to CBF or TIFF</source>
        <translation>in CBF oder TIFF umwandeln</translation>
    </message>
    <message>
        <source>name a file or dataset without them</source>
        <translation>eine Datei oder einen Datensatz ohne sie angeben</translation>
    </message>
    <message>
        <source>the dark holds no number in %1 {pixel, which is|pixels, which are} left out</source>
        <translation>das Dunkelbild enthält in %1 Pixeln keine Zahl; {1:es wird|sie werden} weggelassen</translation>
    </message>
    <message>
        <source>the file says that its frames of %1 x %2 pixels are of the %3, which has %4 x %5: check the pixel size and the beam centre</source>
        <translation>nach der Datei stammen ihre Bilder von %1 x %2 Pixeln vom %3, der %4 x %5 hat: Pixelgröße und Strahlmitte prüfen</translation>
    </message>
    <message>
        <source>the flat field is more than a thousand times above or below its middle (%1) in %2 {pixel|pixels}: if {2:it was|they were} not measured, make {2:it|them} 0 there</source>
        <translation>das Flatfield liegt in %2 Pixeln mehr als tausendfach über oder unter seinem Median (%1): Wurde dort nicht gemessen, sollte es dort 0 sein</translation>
    </message>
    <message>
        <source>the header of the R-AXIS file gives records of %1 bytes, which cannot be: the pixels are taken from the end of the file, where they are shifted if it is cut off: %2</source>
        <translation>der Kopf der R-AXIS-Datei gibt Datensätze von %1 Bytes an, was nicht sein kann: Die Pixel werden vom Ende der Datei genommen und sind verschoben, wenn sie abgeschnitten ist: %2</translation>
    </message>
    <message>
        <source>the header says &quot;%1&quot;, a number with a comma: it is not used; write it with a point</source>
        <translation>der Kopf sagt „%1“, eine Zahl mit Komma: Sie wird nicht verwendet; mit Punkt schreiben</translation>
    </message>
    <message>
        <source>the header says &quot;%1&quot;, which makes no sense in eV: taken as keV</source>
        <translation>der Kopf sagt „%1“, was in eV keinen Sinn ergibt: als keV genommen</translation>
    </message>
    <message>
        <source>choose HDF5, TIFF, EDF, CBF, NPY, MIB, SPE, GE, mar345, Bruker, SMV or R-AXIS files</source>
        <translation>HDF5-, TIFF-, EDF-, CBF-, NPY-, MIB-, SPE-, GE-, mar345-, Bruker-, SMV- oder R-AXIS-Dateien wählen</translation>
    </message>
    <message>
        <source>give a job document (.json) or a scan: HDF5, TIFF, EDF, CBF, NPY, MIB, SPE, GE, mar345, Bruker, SMV or R-AXIS</source>
        <translation>einen Auftrag (.json) oder einen Scan angeben: HDF5, TIFF, EDF, CBF, NPY, MIB, SPE, GE, mar345, Bruker, SMV oder R-AXIS</translation>
    </message>
    <message>
        <source>the SMV file holds pixels of the type &quot;%1&quot;, which Ewald does not know</source>
        <translation>die SMV-Datei enthält Pixel vom Typ „%1“, den Ewald nicht kennt</translation>
    </message>
    <message>
        <source>the SMV header says that %1 was added to each count (IMAGE_PEDESTAL), which is not taken off: a dark of this number in all pixels does that</source>
        <translation>nach dem SMV-Kopf wurde zu jedem Zählwert %1 addiert (IMAGE_PEDESTAL), was nicht abgezogen wird: Ein Dunkelbild mit dieser Zahl in allen Pixeln tut das</translation>
    </message>
    <message>
        <source>the beam centre of the SMV header is not used: programs count it from different corners</source>
        <translation>die Strahlmitte des SMV-Kopfes wird nicht verwendet: Programme zählen sie von verschiedenen Ecken</translation>
    </message>
    <message>
        <source>the header of the SMV file is damaged</source>
        <translation>der Kopf der SMV-Datei ist beschädigt</translation>
    </message>
    <message>
        <source>the numbers of the SMV file stand for others (%1 = %2), which is not applied</source>
        <translation>die Zahlen der SMV-Datei stehen für andere (%1 = %2), was nicht angewandt wird</translation>
    </message>
    <message>
        <source>use a mask that was made for these frames, or none</source>
        <translation>eine Maske verwenden, die für diese Bilder gemacht ist, oder keine</translation>
    </message>
    <message>
        <source>100 % is the cell as it is given</source>
        <translation>100 % ist die Zelle, wie sie angegeben ist</translation>
    </message>
    <message>
        <source>the scale of the cell is not within 50 % and 200 %</source>
        <translation>die Skalierung der Zelle liegt nicht zwischen 50 % und 200 %</translation>
    </message>
    <message>
        <source>probe_modes=%1 has no effect on %2, which tries %3 and finds out how many there are</source>
        <translation>probe_modes=%1 hat keine Wirkung auf %2, das %3 versucht und herausfindet, wie viele es sind</translation>
    </message>
    <message>
        <source>%1 PONI files are given</source>
        <translation>%1 PONI-Dateien sind angegeben</translation>
    </message>
    <message>
        <source>%1 was written by MATLAB, whose first axis runs fastest in a file: rows and columns of the frames are exchanged unless they were turned before; check the image (scans: transpose=true)</source>
        <translation>%1 wurde von MATLAB geschrieben, dessen erste Achse in einer Datei am schnellsten läuft: Zeilen und Spalten der Bilder sind vertauscht, sofern sie nicht vorher gedreht wurden; Bild prüfen (Scans: transpose=true)</translation>
    </message>
    <message>
        <source>open one of them</source>
        <translation>eine davon öffnen</translation>
    </message>
    <message>
        <source>save the file again</source>
        <translation>die Datei neu speichern</translation>
    </message>
    <message>
        <source>the Bruker header says %1 = %2: the order of bytes is another, which is not undone</source>
        <translation>der Bruker-Kopf sagt %1 = %2: Die Reihenfolge der Bytes ist eine andere, was nicht rückgängig gemacht wird</translation>
    </message>
    <message>
        <source>the TIFF image is a volume of %1 images (ImageDepth), expected one</source>
        <translation>das TIFF-Bild ist ein Volumen aus %1 Bildern (ImageDepth), erwartet wird eines</translation>
    </message>
    <message>
        <source>the header says that the order of bytes is &quot;%1&quot;, which Ewald does not know</source>
        <translation>laut Kopf ist die Reihenfolge der Bytes „%1“, die Ewald nicht kennt</translation>
    </message>
    <message>
        <source>the masks of %1 and %2 differ: a pixel that is bad in one of them is left out in all frames, and those of the chunks between are not used</source>
        <translation>die Masken von %1 und %2 unterscheiden sich: Ein Pixel, das in einer davon schlecht ist, bleibt in allen Bildern weg, und die der Teile dazwischen werden nicht verwendet</translation>
    </message>
    <message>
        <source>write it in the usual order (0)</source>
        <translation>in der üblichen Reihenfolge schreiben (0)</translation>
    </message>
    <message>
        <source>%1 of the %2 {frame|frames} of a batch at a time</source>
        <translation>%1 von %2 {Bild|Bildern} eines Stapels auf einmal</translation>
    </message>
    <message>
        <source>%1; %2 for the largest worker</source>
        <translation>%1; %2 für den größten Arbeiter</translation>
    </message>
    <message>
        <source>each worker holds the whole object</source>
        <translation>jeder Arbeiter hält das ganze Objekt</translation>
    </message>
    <message>
        <source>fitted into memory: %1</source>
        <translation>in den Speicher eingepasst: %1</translation>
    </message>
    <message>
        <source>the object is cut into tiles</source>
        <translation>das Objekt ist in Kacheln zerlegt</translation>
    </message>
    <message>
        <source>&quot;%1&quot; in the section &quot;%2&quot; of the spline file is no number</source>
        <translation>„%1“ im Abschnitt „%2“ der Spline-Datei ist keine Zahl</translation>
    </message>
    <message>
        <source>choose a spline file of Fit2D, which is a text</source>
        <translation>eine Spline-Datei von Fit2D wählen; sie ist ein Text</translation>
    </message>
    <message>
        <source>correct the image for it, or use the geometry as it is</source>
        <translation>das Bild vorher entzerren, oder die Geometrie verwenden, wie sie ist</translation>
    </message>
    <message>
        <source>put it beside the PONI file</source>
        <translation>sie neben die PONI-Datei legen</translation>
    </message>
    <message>
        <source>rings are looked for in images without a distortion</source>
        <translation>Ringe werden nur in Bildern ohne Verzeichnung gesucht</translation>
    </message>
    <message>
        <source>the PONI file says that %1 describes where the pixels are, which is not there</source>
        <translation>nach der PONI-Datei beschreibt %1, wo die Pixel sind; diese Datei fehlt</translation>
    </message>
    <message>
        <source>the knots in the section &quot;%1&quot; of the spline file do not rise</source>
        <translation>die Knoten im Abschnitt „%1“ der Spline-Datei steigen nicht</translation>
    </message>
    <message>
        <source>the pixels of the spline file have %1 x %2 um</source>
        <translation>die Pixel der Spline-Datei haben %1 x %2 um</translation>
    </message>
    <message>
        <source>the section &quot;%1&quot; of the spline file has %2 knots, expected %3 to %4</source>
        <translation>der Abschnitt „%1“ der Spline-Datei hat %2 Knoten, erwartet werden %3 bis %4</translation>
    </message>
    <message>
        <source>the section &quot;%1&quot; of the spline file has too many numbers</source>
        <translation>der Abschnitt „%1“ der Spline-Datei hat zu viele Zahlen</translation>
    </message>
    <message>
        <source>the section &quot;%1&quot; of the spline file is cut off</source>
        <translation>der Abschnitt „%1“ der Spline-Datei ist abgeschnitten</translation>
    </message>
    <message>
        <source>the spline file has no section &quot;%1&quot;</source>
        <translation>die Spline-Datei hat keinen Abschnitt „%1“</translation>
    </message>
    <message>
        <source>the valid region of the spline file has %1 x %2 pixels</source>
        <translation>der gültige Bereich der Spline-Datei hat %1 x %2 Pixel</translation>
    </message>
    <message>
        <source>this is no spline file</source>
        <translation>dies ist keine Spline-Datei</translation>
    </message>
    <message>
        <source>%1 holds a flat field or a dark as well, which are not used: name them as flat_file or dark_file</source>
        <translation>%1 enthält auch ein Flatfield oder ein Dunkelbild, die nicht verwendet werden: Nennen Sie sie als flat_file oder dark_file</translation>
    </message>
    <message>
        <source>%1 numbers are no corners of %2 pixels</source>
        <translation>%1 Zahlen sind keine Ecken von %2 Pixeln</translation>
    </message>
    <message>
        <source>%1 pixels hold different negative numbers in every frame looked at, and are counted: if they are not measured, mask them</source>
        <translation>%1 Pixel haben in jedem betrachteten Bild verschiedene negative Zahlen und zählen mit: Wenn sie nicht gemessen sind, maskieren Sie sie</translation>
    </message>
    <message>
        <source>a pixel of %1 m is impossible</source>
        <translation>ein Pixel von %1 m ist unmöglich</translation>
    </message>
    <message>
        <source>corners of pixels are not finite</source>
        <translation>Ecken von Pixeln sind nicht endlich</translation>
    </message>
    <message>
        <source>corners of pixels have the shape %1, expected (rows, columns, 4, 3)</source>
        <translation>die Ecken der Pixel haben die Form %1, erwartet wird (Zeilen, Spalten, 4, 3)</translation>
    </message>
    <message>
        <source>four corners of each pixel are needed</source>
        <translation>Es werden vier Ecken jedes Pixels gebraucht</translation>
    </message>
    <message>
        <source>it has no rows and columns of pixels</source>
        <translation>es hat keine Zeilen und Spalten von Pixeln</translation>
    </message>
    <message>
        <source>it is absurdly large</source>
        <translation>es ist unsinnig groß</translation>
    </message>
    <message>
        <source>it is no shape</source>
        <translation>es ist keine Form</translation>
    </message>
    <message>
        <source>it is no size of a pixel</source>
        <translation>es ist keine Größe eines Pixels</translation>
    </message>
    <message>
        <source>it is not said how many pixels the detector has</source>
        <translation>es steht nicht da, wie viele Pixel der Detektor hat</translation>
    </message>
    <message>
        <source>name the file that was made for this detector</source>
        <translation>Nennen Sie die Datei, die für diesen Detektor gemacht wurde</translation>
    </message>
    <message>
        <source>only quadrilaterals are supported</source>
        <translation>Nur Vierecke werden unterstützt</translation>
    </message>
    <message>
        <source>pixels are where %1 has them</source>
        <translation>die Pixel liegen dort, wo %1 sie hat</translation>
    </message>
    <message>
        <source>save it with orientation 3, which is what is read</source>
        <translation>Speichern Sie ihn mit der Orientierung 3, die gelesen wird</translation>
    </message>
    <message>
        <source>the PONI file is for %1 pixels, %2 describes %3</source>
        <translation>die PONI-Datei ist für %1 Pixel, %2 beschreibt %3</translation>
    </message>
    <message>
        <source>the TIFF file has a table of colours (PhotometricInterpretation = 3): its numbers are taken as counts; where they only name colours, it is a picture and no measurement: %1</source>
        <translation>die TIFF-Datei hat eine Farbtabelle (PhotometricInterpretation = 3): Ihre Zahlen gelten als Zählwerte; wo sie nur Farben benennen, ist es ein Bild und keine Messung: %1</translation>
    </message>
    <message>
        <source>the detector has the orientation %1</source>
        <translation>der Detektor hat die Orientierung %1</translation>
    </message>
    <message>
        <source>the mask is no image</source>
        <translation>die Maske ist kein Bild</translation>
    </message>
    <message>
        <source>the mask of the detector has %1 pixels, the detector %2</source>
        <translation>die Maske des Detektors hat %1 Pixel, der Detektor %2</translation>
    </message>
    <message>
        <source>the pixels have %1 corners</source>
        <translation>die Pixel haben %1 Ecken</translation>
    </message>
    <message>
        <source>write the detector with pyFAI (NexusDetector.save)</source>
        <translation>Schreiben Sie den Detektor mit pyFAI (NexusDetector.save)</translation>
    </message>
    <message>
        <source>write the file again</source>
        <translation>Schreiben Sie die Datei neu</translation>
    </message>
    <message>
        <source>the array of the shape%1)</source>
        <translation>das Feld mit der Form%1)</translation>
    </message>
    <message>
        <source>GE_41RT is read</source>
        <translation>GE_41RT wird gelesen</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is missing</source>
        <translation>„%1“ fehlt</translation>
    </message>
    <message>
        <source>a pixel of %1 mm is impossible</source>
        <translation>ein Pixel von %1 mm ist unmöglich</translation>
    </message>
    <message>
        <source>check its parameters: those of a panel are far below 1</source>
        <translation>deren Parameter prüfen: die eines Flachdetektors liegen weit unter 1</translation>
    </message>
    <message>
        <source>choose an instrument of HEXRD as JSON</source>
        <translation>ein Instrument von HEXRD als JSON wählen</translation>
    </message>
    <message>
        <source>it is no number</source>
        <translation>das ist keine Zahl</translation>
    </message>
    <message>
        <source>the detector cannot have %1 rows or columns</source>
        <translation>der Detektor kann nicht %1 Zeilen oder Spalten haben</translation>
    </message>
    <message>
        <source>the distortion %1 is not known</source>
        <translation>die Verzeichnung %1 ist nicht bekannt</translation>
    </message>
    <message>
        <source>the distortion brings pixels out of their order</source>
        <translation>die Verzeichnung bringt Pixel aus ihrer Reihenfolge</translation>
    </message>
    <message>
        <source>the exponent %1 is negative</source>
        <translation>der Exponent %1 ist negativ</translation>
    </message>
    <message>
        <source>the instrument has %1 detectors</source>
        <translation>das Instrument hat %1 Detektoren</translation>
    </message>
    <message>
        <source>the instrument has no detectors</source>
        <translation>das Instrument hat keine Detektoren</translation>
    </message>
    <message>
        <source>there are not %1 numbers</source>
        <translation>es sind nicht %1 Zahlen</translation>
    </message>
    <message>
        <source>this instrument of HEXRD is in YAML, and is read as JSON only</source>
        <translation>dieses Instrument von HEXRD ist in YAML, und wird nur als JSON gelesen</translation>
    </message>
    <message>
        <source>this is no JSON</source>
        <translation>das ist kein JSON</translation>
    </message>
    <message>
        <source>write a file of each of them</source>
        <translation>von jedem eine Datei schreiben</translation>
    </message>
    <message>
        <source>write it as JSON: python3 -c &quot;import json, sys, yaml; print(json.dumps(yaml.safe_load(sys.stdin)))&quot; &lt; FILE.yml &gt; FILE.json</source>
        <translation>es als JSON schreiben: python3 -c &quot;import json, sys, yaml; print(json.dumps(yaml.safe_load(sys.stdin)))&quot; &lt; DATEI.yml &gt; DATEI.json</translation>
    </message>
    <message>
        <source>%1 in column %2 of the formula &quot;%3&quot;</source>
        <translation>%1, in Spalte %2 der Formel „%3“</translation>
    </message>
    <message>
        <source>%1 {position is|positions are} given for the detector arm, %2 needs %3 (%4)</source>
        <translation>%1 {Position ist|Positionen sind} für den Detektorarm angegeben, %2 braucht %3 (%4)</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not understood</source>
        <translation>„%1“ wird nicht verstanden</translation>
    </message>
    <message>
        <source>a number or a name is missing</source>
        <translation>eine Zahl oder ein Name fehlt</translation>
    </message>
    <message>
        <source>check the positions of the detector arm and their units</source>
        <translation>die Positionen des Detektorarms und ihre Einheiten prüfen</translation>
    </message>
    <message>
        <source>give one for each of its names, in their order</source>
        <translation>zu jedem der Namen eine angeben, in deren Reihenfolge</translation>
    </message>
    <message>
        <source>goniometer files of version %1 are not known</source>
        <translation>Goniometerdateien der Version %1 sind nicht bekannt</translation>
    </message>
    <message>
        <source>it is no JSON object</source>
        <translation>das ist kein JSON-Objekt</translation>
    </message>
    <message>
        <source>it is no list of names</source>
        <translation>das ist keine Liste von Namen</translation>
    </message>
    <message>
        <source>it is no text</source>
        <translation>das ist kein Text</translation>
    </message>
    <message>
        <source>known are numbers, names of the file, + - * / ** ( ) and functions such as sin</source>
        <translation>bekannt sind Zahlen, Namen der Datei, + - * / ** ( ) und Funktionen wie sin</translation>
    </message>
    <message>
        <source>no number</source>
        <translation>keine Zahl</translation>
    </message>
    <message>
        <source>the formula &quot;%1&quot; for %2 gives %3 at %4</source>
        <translation>die Formel „%1“ für %2 ergibt %3 bei %4</translation>
    </message>
    <message>
        <source>the name &quot;%1&quot; is given twice</source>
        <translation>der Name „%1“ ist zweimal vergeben</translation>
    </message>
    <message>
        <source>the number is too large or too small</source>
        <translation>die Zahl ist zu groß oder zu klein</translation>
    </message>
    <message>
        <source>there are %1 parameters and %2 names of them</source>
        <translation>es gibt %1 Parameter und %2 Namen dafür</translation>
    </message>
    <message>
        <source>there are no formulas</source>
        <translation>es gibt keine Formeln</translation>
    </message>
    <message>
        <source>there are too many levels</source>
        <translation>es sind zu viele Ebenen</translation>
    </message>
    <message>
        <source>there is no formula for %1</source>
        <translation>es gibt keine Formel für %1</translation>
    </message>
    <message>
        <source>this is no goniometer file of pyFAI</source>
        <translation>das ist keine Goniometerdatei von pyFAI</translation>
    </message>
    <message>
        <source>unknown function &quot;%1&quot;</source>
        <translation>unbekannte Funktion „%1“</translation>
    </message>
    <message>
        <source>unknown name &quot;%1&quot;</source>
        <translation>unbekannter Name „%1“</translation>
    </message>
    <message>
        <source>versions 1 and 2 are: save it in one of those</source>
        <translation>die Versionen 1 und 2 sind es: in einer davon speichern</translation>
    </message>
    <message>
        <source>write it with pyFAI (Goniometer.save)</source>
        <translation>sie mit pyFAI schreiben (Goniometer.save)</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no position of a detector arm</source>
        <translation>„%1“ ist keine Position eines Detektorarms</translation>
    </message>
    <message>
        <source>choose frames of one position (first_frame, max_frames, frame_step)</source>
        <translation>Bilder einer einzigen Position wählen (first_frame, max_frames, frame_step)</translation>
    </message>
    <message>
        <source>give a number, or the path of a dataset that begins with /</source>
        <translation>eine Zahl angeben, oder den Pfad eines Datensatzes, der mit / beginnt</translation>
    </message>
    <message>
        <source>give it as a number</source>
        <translation>sie als Zahl angeben</translation>
    </message>
    <message>
        <source>give its first and last value, or choose frames of one position (first_frame, max_frames)</source>
        <translation>den ersten und letzten Wert angeben, oder Bilder einer einzigen Position wählen (first_frame, max_frames)</translation>
    </message>
    <message>
        <source>give its position as a number, or the path of its dataset in the frames&apos; file</source>
        <translation>dessen Position als Zahl angeben, oder den Pfad ihres Datensatzes in der Datei der Bilder</translation>
    </message>
    <message>
        <source>name a dataset of one number, or of one a frame</source>
        <translation>einen Datensatz mit einer Zahl nennen, oder mit einer je Bild</translation>
    </message>
    <message>
        <source>the detector arm is at %1 places: that is the first, each has a table of its own</source>
        <translation>der Detektorarm ist an %1 Stellen: das ist die erste, jede hat eine eigene Tabelle</translation>
    </message>
    <message>
        <source>the detector arm moves between the frames, whose patterns need the same axis</source>
        <translation>der Detektorarm bewegt sich zwischen den Bildern, deren Diagramme dieselbe Achse brauchen</translation>
    </message>
    <message>
        <source>the detector arm moves between the frames: %1 goes from %2 to %3</source>
        <translation>der Detektorarm bewegt sich zwischen den Bildern: %1 geht von %2 nach %3</translation>
    </message>
    <message>
        <source>the frames are integrated on the processor: the detector arm moves between them</source>
        <translation>die Bilder werden auf dem Prozessor integriert: der Detektorarm bewegt sich zwischen ihnen</translation>
    </message>
    <message>
        <source>the geometry in %1 depends on where the detector arm is (%2), which is not given</source>
        <translation>die Geometrie in %1 hängt davon ab, wo der Detektorarm ist (%2), und das ist nicht angegeben</translation>
    </message>
    <message>
        <source>the geometry is that of %1 at %2</source>
        <translation>die Geometrie ist die von %1 bei %2</translation>
    </message>
    <message>
        <source>the position of the detector arm in %1 is no number</source>
        <translation>die Position des Detektorarms in %1 ist keine Zahl</translation>
    </message>
    <message>
        <source>the position of the detector arm is no number</source>
        <translation>die Position des Detektorarms ist keine Zahl</translation>
    </message>
    <message>
        <source>the position of the detector arm is to be read from %1, which is no HDF5 file</source>
        <translation>die Position des Detektorarms soll aus %1 gelesen werden, und das ist keine HDF5-Datei</translation>
    </message>
    <message>
        <source>%1 has no effect without %2</source>
        <translation>%1 hat ohne %2 keine Wirkung</translation>
    </message>
    <message>
        <source>copy it again from its source, or save it again with numpy.savez</source>
        <translation>noch einmal von der Quelle kopieren oder mit numpy.savez neu speichern</translation>
    </message>
    <message>
        <source>leave it out, or name an HDF5 file or NPZ archive</source>
        <translation>weglassen oder eine HDF5-Datei oder ein NPZ-Archiv angeben</translation>
    </message>
    <message>
        <source>leave out flat_file or file_flat</source>
        <translation>flat_file oder file_flat weglassen</translation>
    </message>
    <message>
        <source>leave out splineFile or filename</source>
        <translation>splineFile oder filename weglassen</translation>
    </message>
    <message>
        <source>the %1 file is cut off: %2 of %3 images are not there</source>
        <translation>die Datei (%1) ist abgeschnitten: %2 von %3 Bildern fehlen</translation>
    </message>
    <message>
        <source>the NPZ archive is cut off: its directory, which is written last, is not there</source>
        <translation>das NPZ-Archiv ist abgeschnitten: Sein Inhaltsverzeichnis, das zuletzt geschrieben wird, fehlt</translation>
    </message>
    <message>
        <source>the NPZ archive is damaged: %1 of its %2 files are there</source>
        <translation>das NPZ-Archiv ist beschädigt: %1 seiner %2 Dateien sind vorhanden</translation>
    </message>
    <message>
        <source>the PONI file says twice where the pixels are: by %1 and by %2</source>
        <translation>die PONI-Datei sagt zweimal, wo die Pixel liegen: durch %1 und durch %2</translation>
    </message>
    <message>
        <source>the address names the dataset %1, mask_path names %2</source>
        <translation>die Adresse nennt den Datensatz %1, mask_path nennt %2</translation>
    </message>
    <message>
        <source>the dataset %1 is named of a file that holds no datasets</source>
        <translation>der Datensatz %1 ist für eine Datei angegeben, die keine Datensätze enthält</translation>
    </message>
    <message>
        <source>the image of variances holds no variance in %1 {pixel, which is|pixels, which are} left out</source>
        <translation>das Bild der Varianzen enthält in %1 Pixeln keine Varianz; {1:es wird|sie werden} weggelassen</translation>
    </message>
    <message>
        <source>the mapping names the positions as %1 and as %2: %1 is used</source>
        <translation>die Zuordnung nennt die Positionen als %1 und als %2: %1 wird verwendet</translation>
    </message>
    <message>
        <source>the object in %1 lies beside the scan: its middle is at x %2 m, y %3 m</source>
        <translation>das Objekt in %1 liegt neben dem Scan: Seine Mitte liegt bei x %2 m, y %3 m</translation>
    </message>
    <message>
        <source>the positions %1 do not move along %2 and move by %3 along z, the beam: if their columns are in another order, write them as (x, y, z)</source>
        <translation>die Positionen %1 bewegen sich nicht entlang %2, aber um %3 entlang z, dem Strahl: Falls ihre Spalten anders geordnet sind, als (x, y, z) schreiben</translation>
    </message>
    <message>
        <source>two flat fields are named: %1, and that of the data file</source>
        <translation>zwei Flatfields sind angegeben: %1 und das der Datendatei</translation>
    </message>
    <message>
        <source>automatic plan: %1 of %2 probe modes, the rest takes away less than %3 % of what is above the noise limit</source>
        <translation>automatischer Plan: %1 von %2 Sondenmoden, der Rest nimmt weniger als %3 % dessen weg, was über der Rauschgrenze liegt</translation>
    </message>
    <message>
        <source>automatic plan: %1 probe modes from here on</source>
        <translation>automatischer Plan: ab hier %1 Sondenmoden</translation>
    </message>
    <message>
        <source>%1 is the mean of the %2 images in %3</source>
        <translation>%1 ist der Mittelwert der %2 Bilder in %3</translation>
    </message>
    <message>
        <source>%1 of %2 frames are not in the reconstruction and have no place</source>
        <translation>%1 von %2 Bildern sind nicht in der Rekonstruktion und haben keinen Ort</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no range of a map</source>
        <translation>„%1“ ist kein Bereich einer Karte</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no unit of positions: %2</source>
        <translation>„%1“ ist keine Einheit von Positionen: %2</translation>
    </message>
    <message>
        <source>&quot;%1&quot; names no dataset of positions</source>
        <translation>„%1“ nennt keinen Datensatz von Positionen</translation>
    </message>
    <message>
        <source>give LOW:HIGH, LOW:HIGH@auto, or LOW:HIGH@LOW:HIGH,LOW:HIGH with the ranges of its background</source>
        <translation>LOW:HIGH, LOW:HIGH@auto oder LOW:HIGH@LOW:HIGH,LOW:HIGH mit den Bereichen des Untergrunds angeben</translation>
    </message>
    <message>
        <source>give a number for each of the positions in the goniometer file</source>
        <translation>für jede Position der Goniometerdatei eine Zahl angeben</translation>
    </message>
    <message>
        <source>give it in the unit of the patterns</source>
        <translation>ihn in der Einheit der Diagramme angeben</translation>
    </message>
    <message>
        <source>give it: m, mm, um, nm</source>
        <translation>sie angeben: m, mm, um, nm</translation>
    </message>
    <message>
        <source>give m, mm, um or nm</source>
        <translation>m, mm, um oder nm angeben</translation>
    </message>
    <message>
        <source>give the path of a dataset in the frames&apos; file, or FILE::/path</source>
        <translation>den Pfad eines Datensatzes in der Datei der Bilder angeben, oder FILE::/path</translation>
    </message>
    <message>
        <source>memory: %1 of frames pass through %2 {worker|workers}, a few frames at a time; %4 pixel tables at a time, of places of the detector arm, take up to about %3</source>
        <translation>Arbeitsspeicher: %1 an Bildern durchlaufen %2 {Arbeiter|Arbeiter}, wenige Bilder zugleich; %4 Pixeltabellen zugleich, von Orten des Detektorarms, brauchen bis etwa %3</translation>
    </message>
    <message>
        <source>name a reconstruction of the same frames</source>
        <translation>eine Rekonstruktion derselben Bilder nennen</translation>
    </message>
    <message>
        <source>name a text table, or the dataset of another file as FILE::/path</source>
        <translation>eine Texttabelle nennen, oder den Datensatz einer anderen Datei als FILE::/path</translation>
    </message>
    <message>
        <source>name datasets with one number a frame</source>
        <translation>Datensätze mit einer Zahl je Bild nennen</translation>
    </message>
    <message>
        <source>name two datasets with one number a frame</source>
        <translation>zwei Datensätze mit einer Zahl je Bild nennen</translation>
    </message>
    <message>
        <source>positions are to be read from %1, which is no HDF5 file</source>
        <translation>Positionen sollen aus %1 gelesen werden, was keine HDF5-Datei ist</translation>
    </message>
    <message>
        <source>the positions are no numbers</source>
        <translation>die Positionen sind keine Zahlen</translation>
    </message>
    <message>
        <source>the range from %1 to %2 lies outside of the patterns, which go from %3 to %4 %5</source>
        <translation>der Bereich von %1 bis %2 liegt außerhalb der Diagramme, die von %3 bis %4 %5 reichen</translation>
    </message>
    <message>
        <source>the reconstruction shares no frame with the patterns</source>
        <translation>die Rekonstruktion hat kein Bild mit den Diagrammen gemeinsam</translation>
    </message>
    <message>
        <source>the result has no axis</source>
        <translation>das Ergebnis hat keine Achse</translation>
    </message>
    <message>
        <source>the unit of the positions in %1 is not known</source>
        <translation>die Einheit der Positionen in %1 ist nicht bekannt</translation>
    </message>
    <message>
        <source>there are %1 positions along x and %2 along y</source>
        <translation>entlang x gibt es %1 Positionen, entlang y %2</translation>
    </message>
    <message>
        <source>there are %1 positions for %2 frames</source>
        <translation>zu %2 Bildern gibt es %1 Positionen</translation>
    </message>
    <message>
        <source>there are %1 positions for %2 frames: the first ones count</source>
        <translation>zu %2 Bildern gibt es %1 Positionen: Die ersten zählen</translation>
    </message>
    <message>
        <source>there is no frame %1: the data have %2</source>
        <translation>es gibt kein Bild %1: Die Daten haben %2</translation>
    </message>
    <message>
        <source>automatic plan: next to nothing of the background is left: it is fitted no more</source>
        <translation>automatischer Plan: vom Untergrund ist so gut wie nichts übrig: er wird nicht mehr angepasst</translation>
    </message>
    <message>
        <source>automatic plan: the beam varies by no more than counts do: intensities of frames are fitted no more</source>
        <translation>automatischer Plan: der Strahl schwankt nicht stärker als Zählwerte: Intensitäten der Bilder werden nicht mehr angepasst</translation>
    </message>
    <message>
        <source>more modes hardly lower the error</source>
        <translation>weitere Moden senken den Fehler kaum</translation>
    </message>
    <message>
        <source>another file has taken its place: integrate that by itself</source>
        <translation>eine andere Datei ist an ihre Stelle getreten: diese für sich integrieren</translation>
    </message>
    <message>
        <source>cannot extend the dataset (%1)</source>
        <translation>der Datensatz lässt sich nicht verlängern (%1)</translation>
    </message>
    <message>
        <source>files that are being written are followed by one process</source>
        <translation>Dateien, die noch geschrieben werden, folgt nur ein Prozess</translation>
    </message>
    <message>
        <source>files that are being written cannot be followed while the detector arm moves</source>
        <translation>Dateien, die noch geschrieben werden, kann nicht gefolgt werden, während sich der Detektorarm bewegt</translation>
    </message>
    <message>
        <source>integrate them when they are complete, or give arm_position as numbers</source>
        <translation>sie integrieren, wenn sie vollständig sind, oder arm_position als Zahlen angeben</translation>
    </message>
    <message>
        <source>no frame came for %1, which is taken for the end of the scan</source>
        <translation>seit %1 kam kein Bild, das gilt als Ende des Scans</translation>
    </message>
    <message>
        <source>start the job without mpirun or srun, or when the files are complete</source>
        <translation>den Auftrag ohne mpirun oder srun starten, oder wenn die Dateien vollständig sind</translation>
    </message>
    <message>
        <source>stopped by request after the %1 frames that were there, whose patterns are saved</source>
        <translation>auf Wunsch angehalten nach den %1 Bildern, die da waren; deren Diagramme sind gespeichert</translation>
    </message>
    <message>
        <source>the frames are of %1 x %2 now, and were of %3 x %4</source>
        <translation>die Bilder haben jetzt %1 x %2 Pixel und hatten %3 x %4</translation>
    </message>
    <message>
        <source>the geometry is for %1, the file says %2</source>
        <translation>die Geometrie gilt für %1, laut Datei sind es %2</translation>
    </message>
    <message>
        <source>there are %1 frames now, and were %2</source>
        <translation>es sind jetzt %1 Bilder, vorher waren es %2</translation>
    </message>
    <message>
        <source>it has only %1 {frame|frames} now</source>
        <translation>sie hat jetzt nur %1 {Bild|Bilder}</translation>
    </message>
    <message>
        <source>places of the frames are not known: %1</source>
        <translation>die Orte der Bilder sind nicht bekannt: %1</translation>
    </message>
    <message>
        <source>places of the frames are not taken from %1: %2</source>
        <translation>die Orte der Bilder werden nicht aus %1 genommen: %2</translation>
    </message>
    <message>
        <source>%1 bins of %2 from %3 to %4</source>
        <translation>%1 Klassen von %2, von %3 bis %4</translation>
    </message>
    <message>
        <source>%1 is subtracted: the mean of %2 {pattern|patterns} without sample</source>
        <translation>%1 wird abgezogen: das Mittel von %2 {Diagramm|Diagrammen} ohne Probe</translation>
    </message>
    <message>
        <source>%5 sectors of %1 bins of %2 from %3 to %4</source>
        <translation>%5 Sektoren mit %1 Klassen von %2, von %3 bis %4</translation>
    </message>
    <message>
        <source>a standard needs two columns: q and its cross section</source>
        <translation>ein Standard braucht zwei Spalten: q und seinen Streuquerschnitt</translation>
    </message>
    <message>
        <source>a standard needs two rows at least</source>
        <translation>ein Standard braucht mindestens zwei Zeilen</translation>
    </message>
    <message>
        <source>an absolute intensity needs the thickness of the sample</source>
        <translation>eine absolute Intensität braucht die Dicke der Probe</translation>
    </message>
    <message>
        <source>give a table of q, cross section in 1/cm and, if known, its error</source>
        <translation>eine Tabelle von q, Streuquerschnitt in 1/cm und, wenn bekannt, seinem Fehler angeben</translation>
    </message>
    <message>
        <source>give it, or leave absolute_factor out</source>
        <translation>sie angeben oder absolute_factor weglassen</translation>
    </message>
    <message>
        <source>give the whole table</source>
        <translation>die ganze Tabelle angeben</translation>
    </message>
    <message>
        <source>integrate it without empty_file, sample_transmission and absolute_factor</source>
        <translation>ohne empty_file, sample_transmission und absolute_factor integrieren</translation>
    </message>
    <message>
        <source>integrate the empty with the same geometry, npt, npt_azim, unit and radial_range</source>
        <translation>die leere Messung mit derselben Geometrie, npt, npt_azim, unit und radial_range integrieren</translation>
    </message>
    <message>
        <source>integrate the standard without absolute_factor</source>
        <translation>den Standard ohne absolute_factor integrieren</translation>
    </message>
    <message>
        <source>integrate the standard without npt_azim</source>
        <translation>den Standard ohne npt_azim integrieren</translation>
    </message>
    <message>
        <source>integrate with --unit q_nm^-1</source>
        <translation>mit --unit q_nm^-1 integrieren</translation>
    </message>
    <message>
        <source>integrate with energy_keV or with a PONI file that has the wavelength</source>
        <translation>mit energy_keV integrieren oder mit einer PONI-Datei, die die Wellenlänge enthält</translation>
    </message>
    <message>
        <source>look at the unit of its q (--q-unit), and at the range of the pattern</source>
        <translation>die Einheit seines q (--q-unit) und den Bereich des Diagramms ansehen</translation>
    </message>
    <message>
        <source>look at what was subtracted from it</source>
        <translation>ansehen, was von ihr abgezogen wurde</translation>
    </message>
    <message>
        <source>of the frames and the empty one is divided by a monitor and the other is not: empty_scale has to make them alike</source>
        <translation>von den Bildern und der leeren Messung wird eines durch einen Monitor geteilt und das andere nicht: empty_scale muss sie vergleichbar machen</translation>
    </message>
    <message>
        <source>remove it</source>
        <translation>sie entfernen</translation>
    </message>
    <message>
        <source>row %1 of the standard has the q of another row</source>
        <translation>Zeile %1 des Standards hat das q einer anderen Zeile</translation>
    </message>
    <message>
        <source>row %1 of the standard is not of positive numbers</source>
        <translation>Zeile %1 des Standards besteht nicht aus positiven Zahlen</translation>
    </message>
    <message>
        <source>standard and pattern have %1 points in common, of q from %2 to %3 1/nm</source>
        <translation>Standard und Diagramm haben %1 Punkte gemeinsam, von q zwischen %2 und %3 1/nm</translation>
    </message>
    <message>
        <source>the empty does not say how it was integrated: it has to be corrected as the frames are</source>
        <translation>die leere Messung sagt nicht, wie sie integriert wurde: sie muss wie die Bilder korrigiert sein</translation>
    </message>
    <message>
        <source>the empty has no errors: those of the patterns leave its noise out</source>
        <translation>die leere Messung hat keine Fehler: in denen der Diagramme fehlt ihr Rauschen</translation>
    </message>
    <message>
        <source>the empty has other bins than the patterns: %1, the patterns %2</source>
        <translation>die leere Messung hat andere Klassen als die Diagramme: %1, die Diagramme %2</translation>
    </message>
    <message>
        <source>the empty is scaled itself</source>
        <translation>die leere Messung ist selbst skaliert</translation>
    </message>
    <message>
        <source>the empty lacks %1 of %2 bins, in which the patterns are not a number</source>
        <translation>der leeren Messung fehlen %1 von %2 Klassen; dort sind die Diagramme keine Zahl</translation>
    </message>
    <message>
        <source>the empty was integrated with another %1 than the frames: what is subtracted may be wrong</source>
        <translation>die leere Messung wurde mit anderem %1 integriert als die Bilder: was abgezogen wird, kann falsch sein</translation>
    </message>
    <message>
        <source>the intensity is in %1 already</source>
        <translation>die Intensität ist schon in %1</translation>
    </message>
    <message>
        <source>the measurement of the standard is not positive</source>
        <translation>die Messung des Standards ist nicht positiv</translation>
    </message>
    <message>
        <source>the patterns are over the distance on the detector</source>
        <translation>die Diagramme sind über dem Abstand auf dem Detektor</translation>
    </message>
    <message>
        <source>the result does not say the wavelength, and so not q</source>
        <translation>das Ergebnis nennt die Wellenlänge nicht, und damit nicht q</translation>
    </message>
    <message>
        <source>the result is a cake</source>
        <translation>das Ergebnis ist ein Cake</translation>
    </message>
    <message>
        <source>the thickness of the standard is not known</source>
        <translation>die Dicke des Standards ist nicht bekannt</translation>
    </message>
    <message>
        <source>%1: one frame is not enough for a point spread</source>
        <translation>%1: ein Bild genügt für eine Punktspreizung nicht</translation>
    </message>
    <message>
        <source>a known region belongs to an object of one slice and one mode</source>
        <translation>ein bekannter Bereich gehört zu einem Objekt aus einer Schicht und einer Mode</translation>
    </message>
    <message>
        <source>leave known_region out, or set %1 to 1</source>
        <translation>known_region weglassen oder %1 auf 1 setzen</translation>
    </message>
    <message>
        <source>leave known_region out, or set fix_probe_power to false</source>
        <translation>known_region weglassen oder fix_probe_power auf false setzen</translation>
    </message>
    <message>
        <source>point spread: sigma %1 px</source>
        <translation>Punktspreizung: Sigma %1 px</translation>
    </message>
    <message>
        <source>set fit_point_spread to false</source>
        <translation>fit_point_spread auf false setzen</translation>
    </message>
    <message>
        <source>set point_spread_px to about 0.5</source>
        <translation>point_spread_px auf etwa 0,5 setzen</translation>
    </message>
    <message>
        <source>the known region has no pixel of the object</source>
        <translation>der bekannte Bereich enthält kein Pixel des Objekts</translation>
    </message>
    <message>
        <source>the known region is no pair of ranges of x and y</source>
        <translation>der bekannte Bereich ist kein Paar von Bereichen in x und y</translation>
    </message>
    <message>
        <source>the object has %1, %2 (x, y in µm)</source>
        <translation>das Objekt hat %1, %2 (x, y in µm)</translation>
    </message>
    <message>
        <source>the object&apos;s scale follows from a known region or from the probe&apos;s power, not from both</source>
        <translation>der Maßstab des Objekts folgt aus einem bekannten Bereich oder aus der Leistung der Sonde, nicht aus beiden</translation>
    </message>
    <message>
        <source>the point spread is fitted from a given one on</source>
        <translation>die Punktspreizung wird von einer gegebenen an angepasst</translation>
    </message>
    <message>
        <source>write them in micrometres as &quot;3:8, -2:5&quot;; &quot;:&quot; is all of an axis</source>
        <translation>sie in Mikrometern schreiben, etwa &quot;3:8, -2:5&quot;; &quot;:&quot; ist eine ganze Achse</translation>
    </message>
    <message>
        <source>use another engine, or set %1 to %2</source>
        <translation>ein anderes Verfahren nehmen oder %1 auf %2 setzen</translation>
    </message>
    <message>
        <source>%1 bytes of the %2 file belong to none of its %3 {page|pages}: it may hold more images</source>
        <translation>%1 Byte der Datei (%2) gehören zu keiner ihrer %3 {Seite|Seiten}: Sie enthält vielleicht mehr Bilder</translation>
    </message>
    <message>
        <source>%1 bytes of the file belong to none of its %2 {page|pages}: it may hold more images, which no directory names: %3</source>
        <translation>%1 Byte der Datei gehören zu keiner ihrer %2 {Seite|Seiten}: Sie enthält vielleicht mehr Bilder, auf die nichts in ihr verweist: %3</translation>
    </message>
    <message>
        <source>%1 leaves out pixels that the first and the last chunk use: only the masks of these two are used</source>
        <translation>%1 lässt Pixel weg, die der erste und der letzte Teil benutzen: Nur die Masken dieser beiden werden benutzt</translation>
    </message>
    <message>
        <source>%1 pixels hold different numbers from %2 on and no other more than 16383: so do negative differences that were written as unsigned numbers of 16 bits; write the frames with a signed type</source>
        <translation>%1 Pixel enthalten verschiedene Zahlen von %2 an und kein anderes mehr als 16383: So sind negative Differenzen, die als Zahlen von 16 Bit ohne Vorzeichen geschrieben wurden; die Bilder mit einem Typ mit Vorzeichen schreiben</translation>
    </message>
    <message>
        <source>%1 pixels hold numbers from 16384 to 32767 and %2 from 49152 on, and none in between: so do raw frames of detectors whose two highest bits are the gain (JUNGFRAU); they have to be converted to counts first</source>
        <translation>%1 Pixel enthalten Zahlen von 16384 bis 32767 und %2 von 49152 an, dazwischen keines: So sind Rohbilder von Detektoren, deren zwei höchste Bits die Verstärkung sind (JUNGFRAU); sie müssen erst in Zählwerte umgerechnet werden</translation>
    </message>
    <message>
        <source>a row holds &quot;%1&quot;: its commas separate numbers and their decimals</source>
        <translation>eine Zeile enthält „%1“: Ihre Kommas trennen Zahlen und deren Nachkommastellen</translation>
    </message>
    <message>
        <source>holds patterns and no frames, as its axis &quot;%1&quot; says: it is what an integration made</source>
        <translation>enthält Diagramme und keine Bilder, wie seine Achse „%1“ sagt: Es ist das Ergebnis einer Integration</translation>
    </message>
    <message>
        <source>open the frames that it was made of</source>
        <translation>die Bilder öffnen, aus denen es gemacht wurde</translation>
    </message>
    <message>
        <source>save it again as a stack whose pages all have their tags</source>
        <translation>noch einmal als Stapel speichern, dessen Seiten alle ihre Angaben haben</translation>
    </message>
    <message>
        <source>the columns have other names from here on</source>
        <translation>die Spalten haben von hier an andere Namen</translation>
    </message>
    <message>
        <source>the monitor %1 is unpacked (%2)</source>
        <translation>der Monitor %1 ist ausgepackt (%2)</translation>
    </message>
    <message>
        <source>the series begins with number %1, and there are %2 positions more than frames: if files before it are missing, the first positions are theirs; leave them out of the table</source>
        <translation>die Serie beginnt mit der Nummer %1, und es gibt %2 Positionen mehr als Bilder: Falls Dateien davor fehlen, gehören die ersten Positionen zu ihnen; diese in der Tabelle weglassen</translation>
    </message>
    <message>
        <source>there are %1 positions for each frame: where these were read during its exposure, write their means instead</source>
        <translation>es gibt %1 Positionen je Bild: Wurden sie während dessen Belichtung gelesen, stattdessen ihre Mittelwerte schreiben</translation>
    </message>
    <message>
        <source>%1 gives a wavelength of %2 m, which cannot be: %3 is used (%4 keV)</source>
        <translation>%1 ergibt eine Wellenlänge von %2 m, die nicht sein kann: %3 wird verwendet (%4 keV)</translation>
    </message>
    <message>
        <source>%1 {core|cores}</source>
        <translation>%1 {Kern|Kerne}</translation>
    </message>
    <message>
        <source>%1 {worker|workers}</source>
        <translation>%1 {Arbeiter|Arbeiter}</translation>
    </message>
    <message>
        <source>process %1 on %2</source>
        <translation>Prozess %1 auf %2</translation>
    </message>
    <message>
        <source>shared by %1 {worker|workers}</source>
        <translation>geteilt von %1 {Arbeiter|Arbeitern}</translation>
    </message>
    <message>
        <source>%1 keeps what leads away from a known region</source>
        <translation>%1 behält, was von einem bekannten Bereich wegführt</translation>
    </message>
    <message>
        <source>use another engine, or leave known_region out</source>
        <translation>ein anderes Verfahren nehmen oder known_region weglassen</translation>
    </message>
    <message>
        <source>holds what Ewald made of frames, and no frames</source>
        <translation>enthält, was Ewald aus Bildern gemacht hat, und keine Bilder</translation>
    </message>
    <message>
        <source>of these settings of pyFAI only the geometry is used, not what they say of %1</source>
        <translation>von diesen Einstellungen von pyFAI wird nur die Geometrie verwendet, nicht, was sie über %1 sagen</translation>
    </message>
    <message>
        <source>save the geometry as a PONI file</source>
        <translation>die Geometrie als PONI-Datei speichern</translation>
    </message>
    <message>
        <source>save the geometry of pyFAI as a PONI file, or correct these settings</source>
        <translation>die Geometrie aus pyFAI als PONI-Datei speichern, oder diese Einstellungen berichtigen</translation>
    </message>
    <message>
        <source>settings of pyFAI of version %1 are not known</source>
        <translation>Einstellungen von pyFAI der Version %1 sind nicht bekannt</translation>
    </message>
    <message>
        <source>these settings of pyFAI name the PONI file %1, which is not there</source>
        <translation>diese Einstellungen von pyFAI nennen die PONI-Datei %1, die fehlt</translation>
    </message>
    <message>
        <source>this is no PONI file, and no settings of an integration by pyFAI (JSON)</source>
        <translation>das ist keine PONI-Datei, und es sind keine Einstellungen einer Integration mit pyFAI (JSON)</translation>
    </message>
    <message>
        <source>images of %1 and of %2 pixels have no mean</source>
        <translation>Bilder von %1 und von %2 Pixeln haben keinen Mittelwert</translation>
    </message>
    <message>
        <source>name images of one shape</source>
        <translation>nennen Sie Bilder einer Form</translation>
    </message>
    <message>
        <source>the crop of %1 pixels is more than twice as large as the frames (%2)</source>
        <translation>der Ausschnitt von %1 Pixeln ist mehr als doppelt so groß wie die Bilder (%2)</translation>
    </message>
    <message>
        <source>the frames of %1 are not square (%2); the square of %3 pixels in the middle is used; with crop_size=%4 they are used whole, and what the square has beside them is not measured</source>
        <translation>die Bilder von %1 sind nicht quadratisch (%2); genommen wird das Quadrat von %3 Pixeln in der Mitte; mit crop_size=%4 werden sie ganz genommen, und was das Quadrat neben ihnen hat, ist nicht gemessen</translation>
    </message>
    <message>
        <source>%1 {frame holds|frames hold} far more than all others, up or down (first: frame %2, %3 times their counts): if {1:it holds|they hold} numbers that are no counts, mask them</source>
        <translation>%1 {Bild enthält|Bilder enthalten} weit mehr als alle anderen, nach oben oder unten (zuerst: Bild %2, das %3-fache): wenn {1:es Zahlen enthält|sie Zahlen enthalten}, die keine Ereignisse sind, maskieren Sie diese</translation>
    </message>
    <message>
        <source>a row holds &quot;%1&quot; in column %2 instead of a number</source>
        <translation>eine Zeile enthält „%1“ in Spalte %2 statt einer Zahl</translation>
    </message>
    <message>
        <source>automatic plan: %1 from here on, what all positions have in common is looked for: now there are iterations enough</source>
        <translation>automatischer Plan: ab hier %1, es wird gesucht, was alle Positionen gemeinsam haben: jetzt reichen die Iterationen dafür</translation>
    </message>
    <message>
        <source>automatic plan: %1 goes on: %2 iterations are too few to look for what all positions have in common</source>
        <translation>automatischer Plan: %1 geht weiter: %2 Iterationen sind zu wenige, um zu suchen, was alle Positionen gemeinsam haben</translation>
    </message>
    <message>
        <source>image %1 of the %2 holds %3 times the counts of the others: was it taken as they were?</source>
        <translation>Bild %1 von %2 enthält %3-mal so viele Ereignisse wie die anderen: wurde es wie diese aufgenommen?</translation>
    </message>
    <message>
        <source>positions are taken along the vectors of %1 (%2, %3) and %4 (%5, %6)</source>
        <translation>Positionen gelten entlang der Vektoren von %1 (%2, %3) und %4 (%5, %6)</translation>
    </message>
    <message>
        <source>the EDF header has the motor %1 at %2 degrees: if it turns the detector, distance and beam centre of the header are not those of these frames; a PONI file says the geometry</source>
        <translation>im EDF-Kopf steht der Motor %1 auf %2 Grad: wenn er den Detektor dreht, gelten Abstand und Strahlmitte des Kopfes nicht für diese Bilder; eine PONI-Datei nennt die Geometrie</translation>
    </message>
    <message>
        <source>the monitor has the shape %1, which is not one number a frame</source>
        <translation>der Monitor hat die Form %1, also nicht eine Zahl je Bild</translation>
    </message>
    <message>
        <source>the vectors of %1 and %2 span no plane across the beam: they are not used</source>
        <translation>die Vektoren von %1 und %2 spannen keine Ebene quer zum Strahl auf: sie werden nicht verwendet</translation>
    </message>
    <message>
        <source>what they have in common grows instead, and is left as it was</source>
        <translation>was sie gemeinsam haben, wächst stattdessen und bleibt, wie es war</translation>
    </message>
    <message>
        <source>what they have in common is corrected</source>
        <translation>was sie gemeinsam haben, ist berichtigt</translation>
    </message>
    <message>
        <source>choose an HDF5 file, CSV, columns or SPEC</source>
        <translation>wählen Sie eine HDF5-Datei, CSV, Spalten oder SPEC</translation>
    </message>
    <message>
        <source>choose the file of the positions</source>
        <translation>wählen Sie die Datei der Positionen</translation>
    </message>
    <message>
        <source>keep one of them</source>
        <translation>behalten Sie eines davon</translation>
    </message>
    <message>
        <source>keep the rows of one order of columns</source>
        <translation>behalten Sie die Zeilen einer Reihenfolge der Spalten</translation>
    </message>
    <message>
        <source>name one with positions_scan</source>
        <translation>nennen Sie einen mit positions_scan</translation>
    </message>
    <message>
        <source>repair or remove it</source>
        <translation>berichtigen oder entfernen Sie sie</translation>
    </message>
    <message>
        <source>write nan where a number is missing, so that no row moves, and leave columns of text out</source>
        <translation>schreiben Sie nan, wo eine Zahl fehlt, damit keine Zeile rückt, und lassen Sie Spalten mit Text weg</translation>
    </message>
    <message>
        <source>write the numbers with points, or separate them by ; or tabs</source>
        <translation>schreiben Sie die Zahlen mit Punkten, oder trennen Sie sie durch ; oder Tabulatoren</translation>
    </message>
    <message>
        <source>%1 of %2 frames have no position and are left out (first: %3)</source>
        <translation>%1 von %2 Bildern haben keine Position und werden ausgelassen (zuerst: %3)</translation>
    </message>
    <message>
        <source>-1 and -2</source>
        <translation>-1 und -2</translation>
    </message>
    <message>
        <source>%1 numbers of frames for %2 frames</source>
        <translation>%1 Nummern von Bildern für %2 Bilder</translation>
    </message>
    <message>
        <source>%1 {frame holds|frames hold} far more or fewer counts than the others: excluded_frames=%2 leaves {1:it|them} out</source>
        <translation>%1 {Bild hat|Bilder haben} weit mehr oder weniger Ereignisse als die anderen: excluded_frames=%2 lässt {1:es|sie} weg</translation>
    </message>
    <message>
        <source>%1 {pixel holds|pixels hold} no count in any frame, between pixels that hold many: dead pixels, a gap or a beam stop? mask_file or bad_pixels leaves {1:it|them} out</source>
        <translation>%1 {Pixel hat|Pixel haben} in keinem Bild ein Ereignis, zwischen Pixeln mit vielen: tote Pixel, eine Lücke oder ein Strahlfänger? mask_file oder bad_pixels lässt {1:es|sie} weg</translation>
    </message>
    <message>
        <source>%1 {position belongs|positions belong} to {1:a frame that is|frames that are} not there and {1:is|are} left out</source>
        <translation>%1 {Position gehört|Positionen gehören} zu {1:einem Bild, das es|Bildern, die es} nicht gibt, und {1:wird|werden} weggelassen</translation>
    </message>
    <message>
        <source>%1: was the scan aborted, or is one missing between others? The last %2 frame without a position is ignored</source>
        <translation>%1: Wurde die Messung abgebrochen, oder fehlt zwischen anderen eines? Das letzte Bild (%2) ohne Position wird nicht beachtet</translation>
    </message>
    <message>
        <source>%1: was the scan aborted, or is one missing between others? The last %2 frames without a position are ignored</source>
        <translation>%1: Wurde die Messung abgebrochen, oder fehlt zwischen anderen eines? Die letzten %2 Bilder ohne Position werden nicht beachtet</translation>
    </message>
    <message>
        <source>%1: was the scan aborted, or is one missing between others? The last %2 position without a frame is ignored</source>
        <translation>%1: Wurde die Messung abgebrochen, oder fehlt zwischen anderen eines? Die letzte Position (%2) ohne Bild wird nicht beachtet</translation>
    </message>
    <message>
        <source>%1: was the scan aborted, or is one missing between others? The last %2 positions without a frame are ignored</source>
        <translation>%1: Wurde die Messung abgebrochen, oder fehlt zwischen anderen eines? Die letzten %2 Positionen ohne Bild werden nicht beachtet</translation>
    </message>
    <message>
        <source>*_dp.h5 with the dataset dp, or diffraction.h5 with patterns</source>
        <translation>*_dp.h5 mit dem Datensatz dp, oder diffraction.h5 mit patterns</translation>
    </message>
    <message>
        <source>*_para.h5 or product-in.h5 with probe_position_x_m</source>
        <translation>*_para.h5 oder product-in.h5 mit probe_position_x_m</translation>
    </message>
    <message>
        <source>; if it marks good pixels instead of bad ones, open the file with an import mapping without a mask, and give the right one as mask_file</source>
        <translation>; falls sie gute statt schlechter Pixel markiert, öffnen Sie die Datei mit einer Zuordnung ohne Maske, und geben Sie die richtige als mask_file an</translation>
    </message>
    <message>
        <source>an energy that is %1 % higher fits better: means of rings lie %2 pixels off (r.m.s.), and %3 with it</source>
        <translation>Eine um %1 % höhere Energie passt besser: Mittel von Ringen liegen %2 Pixel daneben (r.m.s.), mit ihr %3</translation>
    </message>
    <message>
        <source>an energy that is %1 % lower fits better: means of rings lie %2 pixels off (r.m.s.), and %3 with it</source>
        <translation>Eine um %1 % niedrigere Energie passt besser: Mittel von Ringen liegen %2 Pixel daneben (r.m.s.), mit ihr %3</translation>
    </message>
    <message>
        <source>check the energy: a wrong one makes the distance wrong by as much</source>
        <translation>prüfen Sie die Energie: Eine falsche macht den Abstand um ebenso viel falsch</translation>
    </message>
    <message>
        <source>choose .xy, or integrate with error_model=poisson and without a median</source>
        <translation>wählen Sie .xy, oder integrieren Sie mit error_model=poisson und ohne Median</translation>
    </message>
    <message>
        <source>detector_pixel_width_m</source>
        <translation>detector_pixel_width_m</translation>
    </message>
    <message>
        <source>errors of error_model=%1 are those of the one or two pixels that rejection=median leaves of a bin, and not of the median: take sigma_clip where they matter</source>
        <translation>Fehler von error_model=%1 sind die der ein oder zwei Pixel, die rejection=median von einer Klasse übrig lässt, und nicht die des Medians: Nehmen Sie sigma_clip, wo es auf sie ankommt</translation>
    </message>
    <message>
        <source>nearly what the counts allow: more of them would help, and a little is left that the model has not: weak modes of the probe (probe_modes), a background, pixels to be masked</source>
        <translation>Fast das, was die Ereignisse zulassen: Mehr davon würden helfen, und ein wenig fehlt dem Modell: schwache Moden der Sonde (probe_modes), ein Untergrund, Pixel, die zu maskieren sind</translation>
    </message>
    <message>
        <source>no bin has an error above zero, and .fxye gives each point its weight by it</source>
        <translation>Keine Klasse hat einen Fehler über null, und .fxye gewichtet jeden Punkt damit</translation>
    </message>
    <message>
        <source>no position belongs to one of the frames: their numbers differ</source>
        <translation>Keine Position gehört zu einem der Bilder: Ihre Nummern sind verschieden</translation>
    </message>
    <message>
        <source>put the product of these frames into the folder</source>
        <translation>legen Sie das Produkt zu diesen Bildern in den Ordner</translation>
    </message>
    <message>
        <source>refine_positions=false has no effect on %1: auto_positions=false keeps positions where they are</source>
        <translation>refine_positions=false wirkt auf %1 nicht: auto_positions=false lässt Positionen, wo sie sind</translation>
    </message>
    <message>
        <source>the pixel of the detector is %1 by %2 and %3 by the product: the first one is used</source>
        <translation>Das Pixel des Detektors ist nach %2 %1 groß und nach dem Produkt %3: Das erste gilt</translation>
    </message>
    <message>
        <source>two frames have the number %1</source>
        <translation>Zwei Bilder haben die Nummer %1</translation>
    </message>
    <message>
        <source>use an import mapping</source>
        <translation>verwenden Sie eine Zuordnung</translation>
    </message>
    <message>
        <source>write the frames with ptychodus again, or use an import mapping</source>
        <translation>schreiben Sie die Bilder mit ptychodus neu, oder verwenden Sie eine Zuordnung</translation>
    </message>
    <message>
        <source>%1 (less than a hundredth of the counts of others)</source>
        <translation>%1 (weniger als ein Hundertstel der Ereignisse der anderen)</translation>
    </message>
    <message>
        <source>choose another name, or remove it</source>
        <translation>wählen Sie einen anderen Namen, oder löschen Sie sie</translation>
    </message>
    <message>
        <source>the file may hold measured frames and is no result of Ewald: it is not replaced</source>
        <translation>Die Datei kann gemessene Bilder enthalten und ist kein Ergebnis von Ewald: Sie wird nicht ersetzt</translation>
    </message>
    <message>
        <source>%1 of %2 rings of this calibrant are in the image, and %3 of %4 of %5</source>
        <translation>%1 von %2 Ringen dieser Eichsubstanz sind im Bild, und %3 von %4 der Ringe von %5</translation>
    </message>
    <message>
        <source>%1 {pixel stands|pixels stand} alone high above {its|their} neighbours (hot, or a spot of a large grain) and {is|are} left out</source>
        <translation>%1 Pixel {steht|stehen} einzeln hoch über {seinen|ihren} Nachbarn (heiß, oder der Reflex eines großen Korns) und {wird|werden} ausgelassen</translation>
    </message>
    <message>
        <source>Address already in use</source>
        <translation>Adresse bereits in Benutzung</translation>
    </message>
    <message>
        <source>Broken pipe</source>
        <translation>die Gegenseite ist geschlossen</translation>
    </message>
    <message>
        <source>Cannot allocate memory</source>
        <translation>Speicher kann nicht belegt werden</translation>
    </message>
    <message>
        <source>Cannot assign requested address</source>
        <translation>diese Adresse gibt es hier nicht</translation>
    </message>
    <message>
        <source>Connection refused</source>
        <translation>Verbindung abgelehnt</translation>
    </message>
    <message>
        <source>Connection timed out</source>
        <translation>Zeitüberschreitung der Verbindung</translation>
    </message>
    <message>
        <source>Device or resource busy</source>
        <translation>Gerät oder Datei ist in Benutzung</translation>
    </message>
    <message>
        <source>Directory not empty</source>
        <translation>der Ordner ist nicht leer</translation>
    </message>
    <message>
        <source>Disk quota exceeded</source>
        <translation>Kontingent auf der Platte überschritten</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>die Datei gibt es schon</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>der Dateiname ist zu lang</translation>
    </message>
    <message>
        <source>File too large</source>
        <translation>die Datei ist zu groß</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>Ein-/Ausgabefehler des Geräts</translation>
    </message>
    <message>
        <source>Invalid argument</source>
        <translation>ungültiges Argument</translation>
    </message>
    <message>
        <source>Invalid cross-device link</source>
        <translation>liegt auf einem anderen Dateisystem</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>ist ein Ordner</translation>
    </message>
    <message>
        <source>Network is unreachable</source>
        <translation>das Netz ist nicht erreichbar</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>kein Platz mehr auf der Platte</translation>
    </message>
    <message>
        <source>No such device</source>
        <translation>ein solches Gerät gibt es nicht</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>eine solche Datei oder einen solchen Ordner gibt es nicht</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>ein Teil des Pfades ist kein Ordner</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>nicht erlaubt</translation>
    </message>
    <message>
        <source>Operation not supported</source>
        <translation>wird nicht unterstützt</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>keine Berechtigung</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>das Dateisystem ist nur lesbar</translation>
    </message>
    <message>
        <source>Resource temporarily unavailable</source>
        <translation>vorübergehend nicht verfügbar</translation>
    </message>
    <message>
        <source>Stale file handle</source>
        <translation>die Datei wurde auf ihrem Server ersetzt oder gelöscht</translation>
    </message>
    <message>
        <source>Too many levels of symbolic links</source>
        <translation>zu viele symbolische Verknüpfungen</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>zu viele offene Dateien</translation>
    </message>
    <message>
        <source>Too many open files in system</source>
        <translation>zu viele offene Dateien auf diesem Rechner</translation>
    </message>
    <message>
        <source>check which calibrant was measured: a wrong one makes the distance wrong</source>
        <translation>prüfen, welche Eichsubstanz gemessen wurde: Eine falsche macht den Abstand falsch</translation>
    </message>
    <message>
        <source>choose the calibrant that was measured (the rings lie like those of %1), and check the energy</source>
        <translation>die gemessene Eichsubstanz wählen (die Ringe liegen wie die von %1), und die Energie prüfen</translation>
    </message>
    <message>
        <source>error %1 of the system</source>
        <translation>Fehler %1 des Systems</translation>
    </message>
    <message>
        <source>%1 and %2 do not lie in one plane as they do in the frames: the distance and the beam centre of the file are not used; give a PONI file that names a file of the pixels&apos; corners</source>
        <translation>%1 und %2 liegen nicht so in einer Ebene wie in den Bildern: Abstand und Strahlmitte der Datei werden nicht verwendet; eine PONI-Datei angeben, die eine Datei mit den Ecken der Pixel nennt</translation>
    </message>
    <message>
        <source>%1 and what it depends on put the detector %2 away from the sample, and the distance of the file is %3: it and the beam centre are not used; give a PONI file</source>
        <translation>nach %1 und dem, wovon es abhängt, ist der Detektor %2 von der Probe entfernt, nach dem Abstand der Datei %3: dieser und die Strahlmitte werden nicht verwendet; eine PONI-Datei angeben</translation>
    </message>
    <message>
        <source>%1 moves the detector by %2 during the scan: all frames are taken as if it stood where distance and beam centre say</source>
        <translation>%1 bewegt den Detektor während des Scans um %2: alle Bilder gelten so, als stünde er dort, wo Abstand und Strahlmitte sagen</translation>
    </message>
    <message>
        <source>%1 {frame is|frames are} in the file more than once (%2) and {counts|count} as often: prepare the data again</source>
        <translation>%1 {Bild steht|Bilder stehen} mehr als einmal in der Datei (%2) und {zählt|zählen} so oft: die Daten neu aufbereiten</translation>
    </message>
    <message>
        <source>%1 {pixel is|pixels are} saturated in dark_file and left out of all frames</source>
        <translation>%1 Pixel {ist|sind} in dark_file gesättigt und {wird|werden} in allen Bildern weggelassen</translation>
    </message>
    <message>
        <source>frame %1 in %2 and %3</source>
        <translation>Bild %1 in %2 und %3</translation>
    </message>
    <message>
        <source>no pixel is left: all are masked</source>
        <translation>kein Pixel bleibt übrig: alle sind maskiert</translation>
    </message>
    <message>
        <source>the pixels of %1 are %2 x %3, and %4 x %5 by the file: distance and beam centre are not used; give a PONI file</source>
        <translation>die Pixel von %1 sind %2 x %3 groß, nach der Datei %4 x %5: Abstand und Strahlmitte werden nicht verwendet; eine PONI-Datei angeben</translation>
    </message>
    <message>
        <source>%1 and what it depends on put the detector before the sample: it is taken as behind it</source>
        <translation>nach %1 und dem, wovon es abhängt, steht der Detektor vor der Probe: er gilt als hinter ihr</translation>
    </message>
    <message>
        <source>%1 and what it depends on put the detector where the direct beam never meets it: the distance and the beam centre of the file are not used; give a PONI file</source>
        <translation>nach %1 und dem, wovon es abhängt, trifft der direkte Strahl den Detektor nie: Abstand und Strahlmitte der Datei werden nicht verwendet; eine PONI-Datei angeben</translation>
    </message>
    <message>
        <source>%1 is not understood as a rotation or translation: where it puts the detector is not known, and not used</source>
        <translation>%1 ist nicht als Drehung oder Verschiebung zu verstehen: wohin es den Detektor stellt, ist nicht bekannt und wird nicht verwendet</translation>
    </message>
    <message>
        <source>%1 says that the image is turned by %2 degrees around the beam: azimuths are counted from there</source>
        <translation>nach %1 ist das Bild um %2 Grad um den Strahl gedreht: Azimute werden von dort gezählt</translation>
    </message>
    <message>
        <source>the directions of the pixels of %1 are not understood, or not at a right angle: where they are is not known, and not used</source>
        <translation>die Richtungen der Pixel von %1 sind nicht zu verstehen oder stehen nicht senkrecht aufeinander: wo sie sind, ist nicht bekannt und wird nicht verwendet</translation>
    </message>
    <message>
        <source>the file&apos;s distance and beam centre are those of %1 and what it depends on</source>
        <translation>Abstand und Strahlmitte der Datei sind die von %1 und dem, wovon es abhängt</translation>
    </message>
    <message>
        <source>the file&apos;s distance, beam centre and tilt (%2 degrees) are those of %1 and what it depends on</source>
        <translation>Abstand, Strahlmitte und Neigung (%2 Grad) der Datei sind die von %1 und dem, wovon es abhängt</translation>
    </message>
    <message>
        <source>what a module depends on leads to %1, which is not there or in a circle: where it puts the detector is not known, and not used</source>
        <translation>wovon ein Modul abhängt, führt zu %1, das es nicht gibt oder das im Kreis führt: wohin es den Detektor stellt, ist nicht bekannt und wird nicht verwendet</translation>
    </message>
    <message>
        <source>%1 does not say which pixels of the frames are its own (data_origin, data_size)</source>
        <translation>%1 sagt nicht, welche Pixel der Bilder seine eigenen sind (data_origin, data_size)</translation>
    </message>
    <message>
        <source>%1 has pixels that another module has, too (data_origin, data_size)</source>
        <translation>%1 hat Pixel, die auch ein anderes Modul hat (data_origin, data_size)</translation>
    </message>
    <message>
        <source>%1 has pixels that the frames do not have (data_origin, data_size)</source>
        <translation>%1 hat Pixel, die die Bilder nicht haben (data_origin, data_size)</translation>
    </message>
    <message>
        <source>%1 moves during the scan</source>
        <translation>%1 bewegt sich während des Scans</translation>
    </message>
    <message>
        <source>Radius of the detector</source>
        <translation>Radius des Detektors</translation>
    </message>
    <message>
        <source>columns %1, %2, × %3 m</source>
        <translation>Spalten %1, %2, × %3 m</translation>
    </message>
    <message>
        <source>detector axes</source>
        <translation>Achsen des Detektors</translation>
    </message>
    <message>
        <source>distance, beam centre and tilt say too little of a detector that is not flat</source>
        <translation>Abstand, Strahlmitte und Neigung sagen zu wenig über einen Detektor, der nicht eben ist</translation>
    </message>
    <message>
        <source>energy</source>
        <translation>Energie</translation>
    </message>
    <message>
        <source>focus to sample</source>
        <translation>vom Fokus zur Probe</translation>
    </message>
    <message>
        <source>frame intensity</source>
        <translation>Intensität der Bilder</translation>
    </message>
    <message>
        <source>give a PONI file that names this detector</source>
        <translation>eine PONI-Datei angeben, die diesen Detektor nennt</translation>
    </message>
    <message>
        <source>give a file that describes each pixel&apos;s corners</source>
        <translation>eine Datei angeben, die die Ecken jedes Pixels beschreibt</translation>
    </message>
    <message>
        <source>give max_shape in detector_config, such as [2560, 4700]</source>
        <translation>max_shape in detector_config angeben, etwa [2560, 4700]</translation>
    </message>
    <message>
        <source>its modules lie around the sample, not in a plane</source>
        <translation>seine Module liegen um die Probe herum, nicht in einer Ebene</translation>
    </message>
    <message>
        <source>leave it out: the PONI file has the geometry</source>
        <translation>weglassen: Die PONI-Datei enthält die Geometrie</translation>
    </message>
    <message>
        <source>object</source>
        <translation>Objekt</translation>
    </message>
    <message>
        <source>parallax is corrected for flat detectors only</source>
        <translation>die Parallaxe wird nur bei ebenen Detektoren korrigiert</translation>
    </message>
    <message>
        <source>parameter %1</source>
        <translation>Parameter %1</translation>
    </message>
    <message>
        <source>pixel height</source>
        <translation>Pixelhöhe</translation>
    </message>
    <message>
        <source>pixel size</source>
        <translation>Pixelgröße</translation>
    </message>
    <message>
        <source>pixel width</source>
        <translation>Pixelbreite</translation>
    </message>
    <message>
        <source>pixels lie on a cylinder with a radius of %1</source>
        <translation>die Pixel liegen auf einem Zylinder mit einem Radius von %1</translation>
    </message>
    <message>
        <source>positions</source>
        <translation>Positionen</translation>
    </message>
    <message>
        <source>probe</source>
        <translation>Sonde</translation>
    </message>
    <message>
        <source>switch it off, or use a PONI file that does not ask for it</source>
        <translation>sie ausschalten oder eine PONI-Datei verwenden, die sie nicht verlangt</translation>
    </message>
    <message>
        <source>the PONI file says that the detector is curved (radius %1 m), but not how many pixels it has</source>
        <translation>die PONI-Datei sagt, dass der Detektor gekrümmt ist (Radius %1 m), aber nicht, wie viele Pixel er hat</translation>
    </message>
    <message>
        <source>the PONI file says twice where the pixels are: by a radius and by %1</source>
        <translation>die PONI-Datei sagt zweimal, wo die Pixel liegen: durch einen Radius und durch %1</translation>
    </message>
    <message>
        <source>the file describes no detector: it has no NXdetector group with pixel_corners, pixel_size or modules</source>
        <translation>die Datei beschreibt keinen Detektor: Sie hat keine Gruppe NXdetector mit pixel_corners, pixel_size oder Modulen</translation>
    </message>
    <message>
        <source>the modules have no pixels</source>
        <translation>die Module haben keine Pixel</translation>
    </message>
    <message>
        <source>the pixels of the detector %1 lie on a cylinder, of which distance and beam centre say too little</source>
        <translation>die Pixel des Detektors %1 liegen auf einem Zylinder, über den Abstand und Strahlmitte zu wenig sagen</translation>
    </message>
    <message>
        <source>typed by hand [%1]</source>
        <translation>von Hand eingegeben [%1]</translation>
    </message>
    <message>
        <source>%1 does not say in which directions its pixels run: where they are is not known, and not used</source>
        <translation>%1 sagt nicht, in welche Richtungen seine Pixel laufen: Wo sie liegen, ist nicht bekannt und wird nicht verwendet</translation>
    </message>
    <message>
        <source>leave it out: it comes with the places of the pixels</source>
        <translation>weglassen: Sie kommt mit den Orten der Pixel</translation>
    </message>
    <message>
        <source>switch it off, or give a PONI file</source>
        <translation>ausschalten oder eine PONI-Datei angeben</translation>
    </message>
    <message>
        <source>the file of the frames says where each pixel is: frames that are flipped would not be where it says</source>
        <translation>die Datei der Bilder sagt, wo jedes Pixel liegt: Gespiegelte Bilder lägen nicht dort, wo sie es sagt</translation>
    </message>
    <message>
        <source>the geometry puts all pixels in one plane, the file says that its modules lie in several</source>
        <translation>die Geometrie legt alle Pixel in eine Ebene, nach der Datei der Bilder liegen ihre Module in mehreren</translation>
    </message>
    <message>
        <source>the modules lie in several planes: without another geometry, each pixel is where %1 and the others, and what they depend on, put it</source>
        <translation>die Module liegen in mehreren Ebenen: Ohne eine andere Geometrie liegt jedes Pixel dort, wohin %1 und die anderen samt allem, wovon sie abhängen, es setzen</translation>
    </message>
    <message>
        <source>the size of the pixels says too little of a detector that is not flat</source>
        <translation>die Größe der Pixel sagt zu wenig über einen Detektor, der nicht eben ist</translation>
    </message>
    <message>
        <source>this PONI puts all pixels in one plane, the file says that its modules lie in several</source>
        <translation>diese PONI-Datei legt alle Pixel in eine Ebene, nach der Datei der Bilder liegen ihre Module in mehreren</translation>
    </message>
    <message>
        <source>the automatic plan has tried positions, modes and a background: what is left may come from energy, distance, or pixels that have to be masked</source>
        <translation>der automatische Ablauf hat Positionen, Moden und einen Untergrund versucht: Was bleibt, kann von Energie, Abstand oder zu maskierenden Pixeln kommen</translation>
    </message>
    <message>
        <source>the result was made with %1 = %2, and the run cannot go on with that of the file</source>
        <translation>das Ergebnis entstand mit %1 = %2, und der Lauf kann nicht mit dem Wert der Datei weitergehen</translation>
    </message>
    <message>
        <source>the result was made with %1 of the file, and the run cannot go on with %2</source>
        <translation>das Ergebnis entstand mit %1 aus der Datei, und der Lauf kann nicht mit %2 weitergehen</translation>
    </message>
    <message>
        <source>a calibration knows no parallax: its distance takes that up</source>
        <translation>eine Kalibrierung kennt keine Parallaxe: ihr Abstand nimmt sie auf</translation>
    </message>
    <message>
        <source>a job document is added as it is: %1 would have no effect</source>
        <translation>ein Auftragsdokument wird unverändert hinzugefügt: %1 hätte keine Wirkung</translation>
    </message>
    <message>
        <source>give it; what stops all photons needs no correction</source>
        <translation>bitte angeben; was alle Photonen aufhält, braucht keine Korrektur</translation>
    </message>
    <message>
        <source>leave it out, or change the document&apos;s parameters with --set</source>
        <translation>weglassen oder die Parameter des Dokuments mit --set ändern</translation>
    </message>
    <message>
        <source>measure the resolution of that one</source>
        <translation>die Auflösung von jener messen</translation>
    </message>
    <message>
        <source>no files can be made in this folder</source>
        <translation>in diesem Ordner können keine Dateien angelegt werden</translation>
    </message>
    <message>
        <source>switch it off, also for what is integrated with the geometry that is found</source>
        <translation>abschalten, auch für das, was mit der gefundenen Geometrie integriert wird</translation>
    </message>
    <message>
        <source>the beam does not vary from frame to frame by more than counts do (%1 % r.m.s., of counts alone %2 %)</source>
        <translation>der Strahl schwankt von Bild zu Bild nicht stärker als die Zählwerte (%1 % quadratisches Mittel, aus den Zählwerten allein %2 %)</translation>
    </message>
    <message>
        <source>the efficiency of the sensor needs its thickness</source>
        <translation>die Effizienz des Sensors braucht seine Dicke</translation>
    </message>
    <message>
        <source>the file holds another reconstruction by now</source>
        <translation>die Datei enthält inzwischen eine andere Rekonstruktion</translation>
    </message>
    <message>
        <source>the object begins at another place than this job&apos;s, which has other frames</source>
        <translation>das Objekt beginnt an einer anderen Stelle als das dieses Auftrags, der andere Bilder hat</translation>
    </message>
    <message>
        <source>the parallax of a sensor needs its thickness</source>
        <translation>die Parallaxe eines Sensors braucht seine Dicke</translation>
    </message>
    <message>
        <source>the parallax of the geometry before is left out: a calibration takes it up in the distance</source>
        <translation>die Parallaxe der bisherigen Geometrie wird weggelassen: eine Kalibrierung nimmt sie in den Abstand auf</translation>
    </message>
    <message>
        <source>%1 %2 holds %3 readings for each frame, of which the mean is taken</source>
        <translation>%1 %2 enthält %3 Ablesungen für jedes Bild, deren Mittelwert verwendet wird</translation>
    </message>
    <message>
        <source>%1 %2 holds %3 readings for each frame, of which the mean is taken; they change by %4 % of the step to the next frame: the scan moved during a frame, which more probe modes (probe_modes) can describe</source>
        <translation>%1 %2 enthält %3 Ablesungen für jedes Bild, deren Mittelwert verwendet wird; sie ändern sich um %4 % des Schritts zum nächsten Bild: Der Scan hat sich während eines Bildes bewegt, was mehr Sondenmoden (probe_modes) beschreiben können</translation>
    </message>
    <message>
        <source>%1 belongs to axis %2 of the frames as the file says, and its %3 values fit axis %4 of the raster of %5: that is taken</source>
        <translation>%1 gehört laut Datei zu Achse %2 der Bilder, und die %3 Werte passen zu Achse %4 des Rasters %5: diese wird genommen</translation>
    </message>
    <message>
        <source>%1 holds %2 values for %3 {line|lines} of frames: was the scan aborted? The first %3 are used</source>
        <translation>%1 enthält %2 Werte für %3 {Zeile|Zeilen} von Bildern: Wurde der Scan abgebrochen? Die ersten %3 werden verwendet</translation>
    </message>
    <message>
        <source>%1 is taken along the second axis of the frames and %2 along the first, which is a guess: both axes have %3 values, and the file does not say it; if it is the other way round, name the axes in the group of the frames (@axes), or write one position a frame</source>
        <translation>%1 wird entlang der zweiten Achse der Bilder genommen und %2 entlang der ersten, was vermutet ist: Beide Achsen haben %3 Werte, und die Datei sagt es nicht; wenn es umgekehrt ist, die Achsen in der Gruppe der Bilder nennen (@axes) oder eine Position je Bild schreiben</translation>
    </message>
    <message>
        <source>%1 {position belongs|positions belong} to {1:a frame that is|frames that are} not there and {1:is|are} left out (first: number %2)</source>
        <translation>%1 {Position gehört|Positionen gehören} zu {1:einem Bild, das es|Bildern, die es} nicht gibt, und {1:wird|werden} weggelassen (zuerst: Nummer %2)</translation>
    </message>
    <message>
        <source>the file holds no scan positions: %1 is an axis of the pixels of a frame</source>
        <translation>die Datei enthält keine Positionen: %1 ist eine Achse der Pixel eines Bildes</translation>
    </message>
    <message>
        <source>the file says that %1 is in %2; taken in %3 as asked for</source>
        <translation>die Datei gibt %1 in %2 an; wie verlangt in %3 genommen</translation>
    </message>
    <message>
        <source>the numbers of frames in %1 are taken for those in the names of their files</source>
        <translation>die Nummern der Bilder in %1 werden als die in den Namen ihrer Dateien genommen</translation>
    </message>
    <message>
        <source>the numbers of frames in %1 go from 1 to %2: if they count from 1, each frame has the position of the frame before: subtract 1</source>
        <translation>die Nummern der Bilder in %1 gehen von 1 bis %2: Wenn sie ab 1 zählen, hat jedes Bild die Position des Bildes davor: 1 abziehen</translation>
    </message>
    <message>
        <source>the numbers of the %1 frames in %2 go from 1 to %1: they are taken to count from 1</source>
        <translation>die Nummern der %1 Bilder in %2 gehen von 1 bis %1: Sie werden als ab 1 gezählt genommen</translation>
    </message>
    <message>
        <source>the positions %1 have the shape %2 and the frames are a raster of %3: their axes are taken for exchanged; write them in the shape of the raster if that is wrong</source>
        <translation>die Positionen %1 haben die Form %2, und die Bilder sind ein Raster von %3: Ihre Achsen gelten als vertauscht; wenn das falsch ist, die Positionen in der Form des Rasters schreiben</translation>
    </message>
    <message>
        <source>%1 {frame|frames} of the measurement {1:is|are} not there (first: number %2)</source>
        <translation>%1 {Bild|Bilder} der Messung {1:fehlt|fehlen} (erstes: Nummer %2)</translation>
    </message>
    <message>
        <source>%1 {module|modules} of the detector ({1:number|numbers} %2) {1:is|are} not there: {1:its place is|their places are} left out of all frames</source>
        <translation>%1 {Modul|Module} des Detektors ({1:Nummer|Nummern} %2) {1:fehlt|fehlen}: {1:sein Platz wird|ihre Plätze werden} in allen Bildern ausgelassen</translation>
    </message>
    <message>
        <source>module %1 lacks the frame</source>
        <translation>im Modul %1 fehlt das Bild</translation>
    </message>
    <message>
        <source>modules hold from %1 to %2 frames; %3 {frame that one of them lacks is|frames that one of them lacks are} left empty: %4</source>
        <translation>Module enthalten %1 bis %2 Bilder; %3 {Bild, das in einem von ihnen fehlt, bleibt|Bilder, die in einem von ihnen fehlen, bleiben} leer: %4</translation>
    </message>
    <message>
        <source>%1 {position belongs to a frame|positions belong to frames} that {1:is|are} not there, and {1:is|are} left out; frames are counted without {1:it|them}</source>
        <translation>%1 {Position gehört zu einem Bild, das fehlt, und wird|Positionen gehören zu Bildern, die fehlen, und werden} weggelassen; Bilder werden ohne {1:dieses|diese} gezählt</translation>
    </message>
    <message>
        <source>some files of the list have a mask and others, such as %1, have none: what one of them leaves out is left out of all</source>
        <translation>manche Dateien der Liste haben eine Maske und andere, etwa %1, keine: Was eine von ihnen auslässt, wird in allen ausgelassen</translation>
    </message>
    <message>
        <source>the files hold from %1 to %2 frames, so that it is not known how many are missing with those files: positions and other values of each frame cannot be paired behind the gap, unless they are of the frames that are there</source>
        <translation>die Dateien enthalten %1 bis %2 Bilder, so dass nicht bekannt ist, wie viele mit jenen Dateien fehlen: Positionen und andere Werte der einzelnen Bilder können hinter der Lücke nicht zugeordnet werden, wenn sie nicht von den vorhandenen Bildern sind</translation>
    </message>
    <message>
        <source>the numbers behind the points in the names of the files are taken for whole ones, which may be decimals: the order is %1</source>
        <translation>die Zahlen hinter den Punkten in den Namen der Dateien werden als ganze Zahlen gelesen, könnten aber Nachkommastellen sein: Die Reihenfolge ist %1</translation>
    </message>
    <message>
        <source>the numbers in the names %1 and %2 differ: the positions and the probe may be those of another scan; they are taken because no other file of the folder fits; give both files of a pair the same beginning, or name the file of the positions in an import mapping (positions_file)</source>
        <translation>die Nummern in den Namen %1 und %2 sind verschieden: Positionen und Sonde können von einem anderen Scan sein; sie werden genommen, weil keine andere Datei des Ordners passt; beiden Dateien eines Paares denselben Anfang geben oder die Datei der Positionen in einer Import-Zuordnung nennen (positions_file)</translation>
    </message>
    <message>
        <source>the numbers in the names of the files are taken with their decimals and signs: the order is %1</source>
        <translation>die Zahlen in den Namen der Dateien werden mit Nachkommastellen und Vorzeichen gelesen: Die Reihenfolge ist %1</translation>
    </message>
    <message>
        <source>there are %1 positions for %2 frames and %3 that are not there between them: those behind the gap may belong to other frames</source>
        <translation>es gibt %1 Positionen für %2 Bilder und %3, die dazwischen fehlen: Die Positionen hinter der Lücke können zu anderen Bildern gehören</translation>
    </message>
    <message>
        <source>{1:there is|there are} %1 {frame|frames} but %2 {position|positions} (%3)</source>
        <translation>es gibt %1 {Bild|Bilder}, aber %2 {Position|Positionen} (%3)</translation>
    </message>
    <message>
        <source>%1 {pixel holds|pixels hold} %2 in some of the frames looked at, which no other pixel reaches, and {1:is|are} counted: if {1:it is|they are} not measured, saturation=%2 leaves {1:it|them} out</source>
        <translation>%1 {Pixel hat|Pixel haben} in einem Teil der betrachteten Bilder %2, was kein anderes erreicht, und {1:zählt|zählen} mit: Wenn {1:es nicht gemessen ist|sie nicht gemessen sind}, lässt saturation=%2 {1:es|sie} weg</translation>
    </message>
    <message>
        <source>%1 {pixel holds|pixels hold} numbers down to %2, far below what others hold above 0: if {1:it is|they are} not measured, mask {1:it|them}</source>
        <translation>%1 {Pixel hat|Pixel haben} Zahlen bis hinab zu %2, weit unter dem, was andere über 0 haben: Wenn {1:es nicht gemessen ist|sie nicht gemessen sind}, {1:dieses|diese} maskieren</translation>
    </message>
    <message>
        <source>%2 of %3 pixels of frame %4 hold the lowest number of their type, and are left out</source>
        <translation>%2 von %3 Pixeln von Bild %4 haben die kleinste Zahl ihres Typs und werden weggelassen</translation>
    </message>
    <message>
        <source>give the number itself</source>
        <translation>die Zahl selbst angeben</translation>
    </message>
    <message>
        <source>holds different numbers: %1, %2</source>
        <translation>enthält verschiedene Zahlen: %1, %2</translation>
    </message>
    <message>
        <source>nothing but the transformations (%1) says where the detector lies across the beam: the beam centre is theirs; check it with a calibrant, or give a PONI file</source>
        <translation>nur die Transformationen (%1) sagen, wo der Detektor quer zum Strahl liegt: Die Strahlmitte stammt von ihnen; mit einer Eichsubstanz prüfen oder eine PONI-Datei angeben</translation>
    </message>
    <message>
        <source>save numpy.ascontiguousarray(frames) instead of frames</source>
        <translation>numpy.ascontiguousarray(bilder) statt der Bilder speichern</translation>
    </message>
    <message>
        <source>the positions %1 have the shape %2 and the frames are a raster of %3: they are taken in the order in which they are stored, which is a guess; write them in the shape of the raster</source>
        <translation>die Positionen %1 haben die Form %2, und die Bilder sind ein Raster von %3: Sie werden in der Reihenfolge genommen, in der sie gespeichert sind, was geraten ist; in der Form des Rasters schreiben</translation>
    </message>
    <message>
        <source>there is no number</source>
        <translation>dort steht keine Zahl</translation>
    </message>
    <message>
        <source>the unit &quot;%1&quot; is not a unit of %2, which is given in %3</source>
        <translation>die Einheit &quot;%1&quot; ist keine von %2, das in %3 angegeben wird</translation>
    </message>
</context>
<context>
    <name>CoreText</name>
    <message>
        <source>“%1”</source>
        <extracomment>the label of a parameter, in the quotation marks of the language</extracomment>
        <translation>„%1“</translation>
    </message>
    <message>
        <source> off</source>
        <translation> aus</translation>
    </message>
    <message>
        <source> on</source>
        <translation> ein</translation>
    </message>
</context>
<context>
    <name>DeviceCheck</name>
    <message>
        <source>copies between the host and %1</source>
        <translation>Kopien zwischen dem Hauptspeicher und %1</translation>
    </message>
    <message>
        <source>a sum over all workers</source>
        <translation>eine Summe über alle Arbeiter</translation>
    </message>
    <message>
        <source>done</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>copies from %1 to %2</source>
        <translation>Kopien von %1 nach %2</translation>
    </message>
    <message>
        <source>run with --set peer_to_peer=false; where that helps, ask the administrator to turn off PCIe access control services (ACS) or the IOMMU, or to update the driver</source>
        <translation>mit --set peer_to_peer=false rechnen; wenn das hilft, den Administrator bitten, die PCIe Access Control Services (ACS) oder die IOMMU abzuschalten oder den Treiber zu erneuern</translation>
    </message>
    <message>
        <source>run with --set peer_to_peer=false</source>
        <translation>mit --set peer_to_peer=false rechnen</translation>
    </message>
    <message>
        <source>the sum over %1 workers (%2) does not end while every GPU is fully busy: the sign of broken direct access between GPUs (each waits for memory that the others never reach)</source>
        <translation>die Summe über %1 Arbeiter (%2) endet nicht, während jede GPU voll ausgelastet ist: das Zeichen für gestörten direkten Zugriff zwischen GPUs (jede wartet auf Speicher, den die anderen nie erreichen)</translation>
    </message>
    <message>
        <source>the sum over %1 workers (%2) does not end while every GPU is fully busy, though direct access is not used</source>
        <translation>die Summe über %1 Arbeiter (%2) endet nicht, während jede GPU voll ausgelastet ist, obwohl der direkte Zugriff nicht benutzt wird</translation>
    </message>
    <message>
        <source>see whether another program uses the GPUs, and which network NCCL has chosen (NCCL_DEBUG=INFO)</source>
        <translation>nachsehen, ob ein anderes Programm die GPUs benutzt und welches Netz NCCL gewählt hat (NCCL_DEBUG=INFO)</translation>
    </message>
    <message>
        <source>the sum over %1 workers (%2) does not end, and not every GPU works: a worker did not start its part</source>
        <translation>die Summe über %1 Arbeiter (%2) endet nicht, und nicht jede GPU rechnet: ein Arbeiter hat seinen Teil nicht begonnen</translation>
    </message>
    <message>
        <source>see whether a device is taken by another program (ewald-cli devices), or out of memory</source>
        <translation>nachsehen, ob ein anderes Programm ein Gerät belegt (ewald-cli devices) oder ob der Speicher nicht reicht</translation>
    </message>
    <message>
        <source>copies from %1 to %2 fail: %3</source>
        <translation>Kopien von %1 nach %2 misslingen: %3</translation>
    </message>
    <message>
        <source>copies from %1 to %2 through the host fail: %3</source>
        <translation>Kopien von %1 nach %2 über den Hauptspeicher misslingen: %3</translation>
    </message>
    <message>
        <source>see whether another program disturbed the device</source>
        <translation>nachsehen, ob ein anderes Programm das Gerät gestört hat</translation>
    </message>
    <message>
        <source>%1 to %2: only %3</source>
        <translation>%1 nach %2: nur %3</translation>
    </message>
    <message>
        <source>see in which slot the card sits and how many lanes it has (nvidia-smi -q)</source>
        <translation>nachsehen, in welchem Steckplatz die Karte sitzt und wie viele Leitungen er hat (nvidia-smi -q)</translation>
    </message>
    <message>
        <source>%1 to %2 directly: %3, slower than through the host</source>
        <translation>%1 nach %2 direkt: %3, langsamer als über den Hauptspeicher</translation>
    </message>
    <message>
        <source>the sum over all workers fails: %1</source>
        <translation>die Summe über alle Arbeiter misslingt: %1</translation>
    </message>
    <message>
        <source>see whether --set peer_to_peer=false helps</source>
        <translation>versuchen, ob --set peer_to_peer=false hilft</translation>
    </message>
    <message>
        <source>the GPUs do not reach each other&apos;s memory: copies go through the host</source>
        <translation>die GPUs erreichen den Speicher der anderen nicht: Kopien gehen über den Hauptspeicher</translation>
    </message>
    <message>
        <source>this is how the machine is built, or virtualised; it costs speed only</source>
        <translation>so ist der Rechner gebaut oder virtualisiert; es kostet nur Zeit</translation>
    </message>
    <message>
        <source>nothing is wrong</source>
        <translation>alles in Ordnung</translation>
    </message>
</context>
<context>
    <name>DeviceText</name>
    <message>
        <source>failed</source>
        <translation>misslungen</translation>
    </message>
    <message>
        <source>through the host: %1</source>
        <translation>über den Hauptspeicher: %1</translation>
    </message>
    <message>
        <source>Bandwidth of a large copy, and how long a copy of a few bytes takes</source>
        <translation>Durchsatz einer großen Kopie, und wie lange eine Kopie von wenigen Byte dauert</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>not usable: %1</source>
        <translation>nicht nutzbar: %1</translation>
    </message>
    <message>
        <source>set CUDA_VISIBLE_DEVICES to its uuid to use it</source>
        <translation>nutzbar, wenn CUDA_VISIBLE_DEVICES seine UUID nennt</translation>
    </message>
    <message>
        <source>Sum over %1 workers (%2):</source>
        <translation>Summe über %1 Arbeiter (%2):</translation>
    </message>
    <message>
        <source>%1 in %2, %3</source>
        <translation>%1 in %2, %3</translation>
    </message>
    <message>
        <source>it did not end in time</source>
        <translation>sie endete nicht rechtzeitig</translation>
    </message>
    <message>
        <source>it failed</source>
        <translation>sie misslang</translation>
    </message>
    <message>
        <source>direct</source>
        <translation>direkt</translation>
    </message>
    <message>
        <source>through the host</source>
        <translation>über den Hauptspeicher</translation>
    </message>
    <message>
        <source>No GPU can be used here: jobs run on the processor.</source>
        <translation>Hier ist keine GPU nutzbar: Aufträge laufen auf dem Prozessor.</translation>
    </message>
    <message>
        <source>One GPU can be used: there is no other whose memory it could reach.</source>
        <translation>Eine GPU ist nutzbar: es gibt keine andere, deren Speicher sie erreichen könnte.</translation>
    </message>
    <message>
        <source>The driver says that every GPU reaches the memory of every other directly.</source>
        <translation>Laut Treiber erreicht jede GPU den Speicher jeder anderen direkt.</translation>
    </message>
    <message>
        <source>The driver says that no GPU reaches the memory of another: copies go through the host&apos;s. This costs speed, nothing else.</source>
        <translation>Laut Treiber erreicht keine GPU den Speicher einer anderen: Kopien gehen über den Hauptspeicher. Das kostet nur Zeit.</translation>
    </message>
    <message>
        <source>The driver says that some pairs of GPUs do not reach each other&apos;s memory: their copies go through the host&apos;s.</source>
        <translation>Laut Treiber erreichen manche Paare von GPUs den Speicher der anderen nicht: ihre Kopien gehen über den Hauptspeicher.</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>bereit</translation>
    </message>
    <message>
        <source>ready; number %1 of the machine</source>
        <translation>bereit; Nummer %1 des Rechners</translation>
    </message>
    <message>
        <source>ready as %1</source>
        <translation>bereit als %1</translation>
    </message>
    <message>
        <source>One worker: there is nothing to sum over. Choose more workers to measure what a run exchanges.</source>
        <translation>Ein Arbeiter: es gibt nichts zu summieren. Mehr Arbeiter wählen, um zu messen, was ein Lauf austauscht.</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>%1 frei</translation>
    </message>
    <message>
        <source>process %1</source>
        <translation>Prozess %1</translation>
    </message>
    <message>
        <source>for CUDA %1</source>
        <extracomment>a driver</extracomment>
        <translation>für CUDA %1</translation>
    </message>
</context>
<context>
    <name>Engines</name>
    <message>
        <source>Randomised probe imaging</source>
        <translation>Bildgebung mit Zufallssonde</translation>
    </message>
    <message>
        <source>An image of one frame, with the probe that a scan has found before: a beam behind a diffuser.</source>
        <translation>Das Bild aus einer einzigen Aufnahme, mit der Sonde, die ein Scan zuvor ergeben hat: ein Strahl hinter einem Diffusor.</translation>
    </message>
    <message>
        <source>Difference map</source>
        <translation>Difference Map</translation>
    </message>
    <message>
        <source>The classic PIE: one frame after the other, robust with little overlap.</source>
        <translation>Die klassische PIE: ein Bild nach dem anderen, robust bei wenig Überlappung.</translation>
    </message>
    <message>
        <source>Difference map: all frames at once, gets out of wrong solutions; finish with rPIE.</source>
        <translation>Difference Map: alle Bilder zugleich, findet aus falschen Lösungen heraus; zum Schluss rPIE anhängen.</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>rPIE, then LSQML with positions, then maximum likelihood, each as long as it pays; ends when nothing improves.</source>
        <translation>rPIE, dann LSQML mit Positionen, dann Maximum Likelihood, jedes solange es sich lohnt; endet, wenn sich nichts mehr verbessert.</translation>
    </message>
    <message>
        <source>Least-squares maximum likelihood: measures the best step of each batch; the best resolution for its time.</source>
        <translation>Maximum Likelihood mit kleinsten Quadraten: misst für jeden Stapel den besten Schritt; die beste Auflösung für ihre Zeit.</translation>
    </message>
    <message>
        <source>Maximum likelihood</source>
        <translation>Maximum Likelihood</translation>
    </message>
    <message>
        <source>Conjugate gradients over all frames: the lowest error, to finish what rPIE or LSQML began; the one for many devices.</source>
        <translation>Konjugierte Gradienten über alle Bilder: der kleinste Fehler, zum Abschluss nach rPIE oder LSQML; das Verfahren für viele Geräte.</translation>
    </message>
    <message>
        <source>Gradients of mini-batches with a step for each pixel by their mean and spread, as in machine learning.</source>
        <translation>Gradienten kleiner Stapel mit einem eigenen Schritt für jedes Pixel nach ihrem Mittel und ihrer Streuung, wie beim maschinellen Lernen.</translation>
    </message>
    <message>
        <source>Alternating projections</source>
        <translation>Alternierende Projektionen</translation>
    </message>
    <message>
        <source>Alternating projections (error reduction): all frames at once, steady and slow; to finish after RAAR or the difference map.</source>
        <translation>Alternierende Projektionen (Error Reduction): alle Bilder zugleich, stetig und langsam; für den Schluss nach RAAR oder der Difference Map.</translation>
    </message>
    <message>
        <source>Relaxed averaged alternating reflections: all frames at once; explores as the difference map and settles by itself.</source>
        <translation>Relaxed Averaged Alternating Reflections: alle Bilder zugleich; sucht wie die Difference Map und kommt von selbst zur Ruhe.</translation>
    </message>
    <message>
        <source>Stochastic gradient descent: gradients of mini-batches with momentum, the same step for all pixels.</source>
        <translation>Stochastischer Gradientenabstieg: Gradienten kleiner Stapel mit Impuls, derselbe Schritt für alle Pixel.</translation>
    </message>
    <message>
        <source>Maximum likelihood with the curvature of the last steps: as conjugate gradients, where memory is plenty.</source>
        <translation>Maximum Likelihood mit der Krümmung der letzten Schritte: wie konjugierte Gradienten, wo reichlich Speicher ist.</translation>
    </message>
    <message>
        <source>Regularised PIE with momentum: fast and forgiving; the automatic plan begins with it.</source>
        <translation>Regularisierte PIE mit Impuls: schnell und nachsichtig; der automatische Plan beginnt damit.</translation>
    </message>
</context>
<context>
    <name>Form</name>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>on</source>
        <translation>an</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>From the data file</source>
        <translation>Aus der Datendatei</translation>
    </message>
    <message>
        <source>Ignored</source>
        <translation>Übergangen</translation>
    </message>
    <message>
        <source>At least that many counts</source>
        <translation>Mindestens so viele Ereignisse</translation>
    </message>
    <message>
        <source>From the mean pattern</source>
        <translation>Aus dem mittleren Beugungsbild</translation>
    </message>
    <message>
        <source>Gaussian</source>
        <translation>Gauß</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>Scheibe</translation>
    </message>
    <message>
        <source>Empty</source>
        <translation>Leer</translation>
    </message>
    <message>
        <source>Nearest pixel</source>
        <translation>Nächstes Pixel</translation>
    </message>
    <message>
        <source>Bilinear</source>
        <translation>Bilinear</translation>
    </message>
    <message>
        <source>Fourier (exact)</source>
        <translation>Fourier (exakt)</translation>
    </message>
    <message>
        <source>up to %1</source>
        <translation>bis %1</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Bounding box</source>
        <translation>Umschließendes Rechteck</translation>
    </message>
    <message>
        <source>Exact area</source>
        <translation>Genaue Fläche</translation>
    </message>
    <message>
        <source>Exact</source>
        <translation>Genau</translation>
    </message>
    <message>
        <source>As pyFAI</source>
        <translation>Wie pyFAI</translation>
    </message>
    <message>
        <source>Poisson</source>
        <translation>Poisson</translation>
    </message>
    <message>
        <source>Azimuthal</source>
        <translation>Azimutal</translation>
    </message>
    <message>
        <source>Azimuthal, with shares</source>
        <translation>Azimutal, mit Anteilen</translation>
    </message>
    <message>
        <source>Variance image</source>
        <translation>Varianzbild</translation>
    </message>
    <message>
        <source>Error of the mean</source>
        <translation>Fehler des Mittelwerts</translation>
    </message>
    <message>
        <source>Spread of a pixel</source>
        <translation>Streuung eines Pixels</translation>
    </message>
    <message>
        <source>Photons</source>
        <translation>Photonen</translation>
    </message>
    <message>
        <source>Electrons</source>
        <translation>Elektronen</translation>
    </message>
    <message>
        <source>All frames</source>
        <translation>Alle Bilder</translation>
    </message>
    <message>
        <source>Amplitude</source>
        <translation>Amplitude</translation>
    </message>
    <message>
        <source>Intensity</source>
        <translation>Intensität</translation>
    </message>
    <message>
        <source>Gradient</source>
        <translation>Gradient</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>Search, then gradient</source>
        <translation>Suche, dann Gradient</translation>
    </message>
    <message>
        <source>Of each frame</source>
        <translation>Jedes Bildes</translation>
    </message>
    <message>
        <source>Of a batch</source>
        <translation>Eines Stapels</translation>
    </message>
    <message>
        <source>As set by hand, for all of them: %1</source>
        <translation>Wie von Hand eingestellt, für alle: %1</translation>
    </message>
    <message>
        <source>Lorentzian</source>
        <translation>Lorentz-Funktion</translation>
    </message>
    <message>
        <source>Pseudo-Voigt</source>
        <translation>Pseudo-Voigt</translation>
    </message>
    <message>
        <source>Split pseudo-Voigt</source>
        <translation>Geteilte Pseudo-Voigt</translation>
    </message>
    <message>
        <source>Geometry, changed in the window</source>
        <extracomment>of the detector: distance, beam centre, …</extracomment>
        <translation>Geometrie, im Fenster geändert</translation>
    </message>
    <message>
        <source>Mask drawn in the window, %1 {pixel|pixels}</source>
        <translation>Im Fenster gezeichnete Maske, %1 Pixel</translation>
    </message>
    <message>
        <source>First random half</source>
        <translation>Erste zufällige Hälfte</translation>
    </message>
    <message>
        <source>Second random half</source>
        <translation>Zweite zufällige Hälfte</translation>
    </message>
</context>
<context>
    <name>ImageOrientation</name>
    <message>
        <source>as it is stored</source>
        <translation>wie gespeichert</translation>
    </message>
    <message>
        <source>turned by 180°</source>
        <translation>um 180° gedreht</translation>
    </message>
    <message>
        <source>flipped up-down</source>
        <translation>von oben nach unten gespiegelt</translation>
    </message>
    <message>
        <source>flipped left-right</source>
        <translation>von links nach rechts gespiegelt</translation>
    </message>
    <message>
        <source>transposed about the other diagonal</source>
        <translation>an der anderen Diagonale gespiegelt</translation>
    </message>
    <message>
        <source>turned by 90° counter-clockwise</source>
        <translation>um 90° gegen den Uhrzeigersinn gedreht</translation>
    </message>
    <message>
        <source>turned by 90° clockwise</source>
        <translation>um 90° im Uhrzeigersinn gedreht</translation>
    </message>
    <message>
        <source>transposed</source>
        <translation>transponiert</translation>
    </message>
    <message>
        <source>rings explain %1 %</source>
        <translation>Ringe erklären %1 %</translation>
    </message>
    <message>
        <source>The geometry fits the image as it is set: %1 (%2).</source>
        <translation>Die Geometrie passt zum Bild, wie es eingestellt ist: %1 (%2).</translation>
    </message>
    <message>
        <source>The geometry fits the image %1: %2, the next best %3 % of it.</source>
        <translation>Die Geometrie passt zum Bild %1: %2, das nächstbeste hat %3 % davon.</translation>
    </message>
    <message>
        <source>Cannot tell: several fit equally well, as they do when the beam is in the middle of the image. The rings do not depend on it then, azimuths do.</source>
        <translation>Nicht zu unterscheiden: Mehrere passen gleich gut, wie es ist, wenn der Strahl in der Mitte des Bildes liegt. Die Ringe hängen dann nicht davon ab, die Azimute schon.</translation>
    </message>
    <message>
        <source>None fits: rings explain little of the image. Check the PONI file, or calibrate on this image.</source>
        <translation>Keine passt: Ringe erklären wenig vom Bild. Die PONI-Datei prüfen oder mit diesem Bild kalibrieren.</translation>
    </message>
</context>
<context>
    <name>JobKind</name>
    <message>
        <source>Ptychography</source>
        <translation>Ptychographie</translation>
    </message>
    <message>
        <source>Object and probe from overlapping patterns; opens the file at hand as a scan where it can be one</source>
        <translation>Objekt und Sonde aus überlappenden Beugungsbildern; öffnet die vorliegende Datei als Scan, wo sie einer sein kann</translation>
    </message>
    <message>
        <source>A reconstruction is running</source>
        <translation>Eine Rekonstruktion läuft</translation>
    </message>
    <message>
        <source>Stopped before the first iteration; there is nothing to save.</source>
        <translation>Vor der ersten Iteration angehalten; es gibt nichts zu speichern.</translation>
    </message>
    <message>
        <source>Integration</source>
        <translation>Integration</translation>
    </message>
    <message>
        <source>Powder patterns, cakes and maps from frames; opens the frames of the file at hand</source>
        <translation>Pulverdiagramme, Cakes und Karten aus Bildern; öffnet die Bilder der vorliegenden Datei</translation>
    </message>
    <message>
        <source>Integrating</source>
        <translation>Integrieren</translation>
    </message>
    <message>
        <source>An integration is running</source>
        <translation>Eine Integration läuft</translation>
    </message>
    <message>
        <source>Stopped before the first frame; there is nothing to save.</source>
        <translation>Vor dem ersten Bild angehalten; es gibt nichts zu speichern.</translation>
    </message>
</context>
<context>
    <name>JobState</name>
    <message>
        <source>Preparing</source>
        <translation>Vorbereiten</translation>
    </message>
    <message>
        <source>Reading frames</source>
        <translation>Bilder lesen</translation>
    </message>
    <message>
        <source>Initialising</source>
        <translation>Startwerte</translation>
    </message>
    <message>
        <source>Reconstructing</source>
        <translation>Rekonstruieren</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Saving</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
</context>
<context>
    <name>Manual</name>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>unit: %1</source>
        <translation>Einheit: %1</translation>
    </message>
    <message>
        <source>default: %1</source>
        <translation>Vorgabe: %1</translation>
    </message>
    <message>
        <source>allowed: %1</source>
        <translation>erlaubt: %1</translation>
    </message>
    <message>
        <source>engines: %1</source>
        <translation>Verfahren: %1</translation>
    </message>
    <message>
        <source>All parameters</source>
        <translation>Alle Parameter</translation>
    </message>
    <message>
        <source>The name in parentheses is the key in job documents and commands (--set key=value).</source>
        <translation>Der Name in Klammern ist der Schlüssel in Auftragsdokumenten und Befehlen (--set Schlüssel=Wert).</translation>
    </message>
    <message>
        <source>Both jobs</source>
        <translation>Beide Aufgaben</translation>
    </message>
</context>
<context>
    <name>Options</name>
    <message>
        <source>Language of the window: %1.</source>
        <translation>Sprache des Fensters: %1.</translation>
    </message>
    <message>
        <source>Colours: system, light or dark.</source>
        <translation>Farben: system, light oder dark.</translation>
    </message>
    <message>
        <source>Size of the window, as in 1280x800.</source>
        <translation>Größe des Fensters, etwa 1280x800.</translation>
    </message>
    <message>
        <source>Open the example, a simulated scan.</source>
        <translation>Das Beispiel öffnen, einen simulierten Scan.</translation>
    </message>
    <message>
        <source>Open the example, run it, save pictures of the window in this folder and quit.</source>
        <translation>Das Beispiel öffnen und rechnen, Bilder des Fensters in diesem Ordner speichern und beenden.</translation>
    </message>
    <message>
        <source>--size wants width x height, as in 1280x800</source>
        <translation>--size verlangt Breite x Höhe, etwa 1280x800</translation>
    </message>
    <message>
        <source>Ptychography and azimuthal integration for synchrotron beamlines: the window.</source>
        <translation>Ptychographie und azimutale Integration für Synchrotron-Messplätze: das Fenster.</translation>
    </message>
    <message>
        <source>A scan, frames, a geometry, a job document or a result.</source>
        <translation>Ein Scan, Bilder, eine Geometrie, ein Auftrag oder ein Ergebnis.</translation>
    </message>
    <message>
        <source>ewald: the window is %1x%2: its smallest size</source>
        <translation>ewald: Das Fenster ist %1x%2 groß: kleiner geht es nicht</translation>
    </message>
</context>
<context>
    <name>PageLanguage</name>
    <message>
        <source>en</source>
        <extracomment>the code of the language of the translation: &quot;de&quot; for German</extracomment>
        <translation>de</translation>
    </message>
</context>
<context>
    <name>Parameters</name>
    <message>
        <source>Band of the object</source>
        <translation>Band des Objekts</translation>
    </message>
    <message>
        <source>Frequencies that the image has, as a part of those of the window: its resolution. Half is the most that one frame can tell; less where photons are few.</source>
        <translation>Frequenzen, die das Bild hat, als Teil derer des Fensters: seine Auflösung. Mehr als die Hälfte kann ein Bild nicht hergeben; weniger bei wenigen Photonen.</translation>
    </message>
    <message>
        <source>Lower threshold</source>
        <translation>Untere Schwelle</translation>
    </message>
    <message>
        <source>Pixels with fewer counts are left out, frame by frame.</source>
        <translation>Pixel mit weniger Zählwerten werden Bild für Bild ausgelassen.</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startzahl</translation>
    </message>
    <message>
        <source>Decides the order in which the frames are visited. The same seed gives the same numbers again.</source>
        <translation>Bestimmt die Reihenfolge, in der die Bilder besucht werden. Dieselbe Startzahl gibt dieselben Zahlen.</translation>
    </message>
    <message>
        <source>Detector</source>
        <translation>Detektor</translation>
    </message>
    <message>
        <source>Crop to</source>
        <translation>Zuschneiden auf</translation>
    </message>
    <message>
        <source>Centre row</source>
        <translation>Zeile der Mitte</translation>
    </message>
    <message>
        <source>Row of the direct beam in stored pixels, after flips; -1 is the middle of the frame, or what the automatic centre finds.</source>
        <translation>Zeile des direkten Strahls in gespeicherten Pixeln nach dem Spiegeln; -1 ist die Bildmitte oder was die Suche nach der Mitte findet.</translation>
    </message>
    <message>
        <source>Centre column</source>
        <translation>Spalte der Mitte</translation>
    </message>
    <message>
        <source>Column of the direct beam in stored pixels, after flips; -1 is the middle of the frame, or what the automatic centre finds.</source>
        <translation>Spalte des direkten Strahls in gespeicherten Pixeln nach dem Spiegeln; -1 ist die Bildmitte oder was die Suche nach der Mitte findet.</translation>
    </message>
    <message>
        <source>Find centre</source>
        <translation>Mitte suchen</translation>
    </message>
    <message>
        <source>Takes the centre of mass of the mean pattern as the direct beam. Use it when the beam does not hit the middle of the frames.</source>
        <translation>Nimmt den Schwerpunkt des mittleren Beugungsbilds als direkten Strahl. Für Strahlen, die nicht die Mitte der Bilder treffen.</translation>
    </message>
    <message>
        <source>Binning</source>
        <translation>Binning</translation>
    </message>
    <message>
        <source>Sums blocks of this many pixels a side. The probe window shrinks by the same factor, so bin only when the patterns are oversampled.</source>
        <translation>Summiert Blöcke mit so vielen Pixeln Seitenlänge. Das Fenster der Sonde schrumpft ebenso: nur bei überabgetasteten Beugungsbildern sinnvoll.</translation>
    </message>
    <message>
        <source>Flip frames up-down</source>
        <translation>Bilder oben-unten spiegeln</translation>
    </message>
    <message>
        <source>Reverses the rows of each frame. Use it when the detector was read out upside down relative to the scan axes.</source>
        <translation>Kehrt die Zeilen jedes Bilds um. Für Detektoren, die gegenüber den Scanachsen kopfstehend ausgelesen werden.</translation>
    </message>
    <message>
        <source>Flip frames left-right</source>
        <translation>Bilder links-rechts spiegeln</translation>
    </message>
    <message>
        <source>Reverses the columns of each frame. Use it when the detector was read out mirrored relative to the scan axes.</source>
        <translation>Kehrt die Spalten jedes Bilds um. Für Detektoren, die gegenüber den Scanachsen gespiegelt ausgelesen werden.</translation>
    </message>
    <message>
        <source>Transpose frames</source>
        <translation>Bilder transponieren</translation>
    </message>
    <message>
        <source>Swaps rows and columns of each frame, after the flips. Use it when the detector is mounted turned by 90 degrees.</source>
        <translation>Vertauscht Zeilen und Spalten jedes Bilds, nach dem Spiegeln. Für Detektoren, die um 90 Grad gedreht montiert sind.</translation>
    </message>
    <message>
        <source>Count threshold</source>
        <translation>Zählschwelle</translation>
    </message>
    <message>
        <source>Smaller counts are set to zero, after binning. Removes the noise floor of integrating detectors; leave 0 for photon counters.</source>
        <translation>Kleinere Werte werden nach dem Binning zu null. Entfernt das Grundrauschen integrierender Detektoren; bei Photonenzählern 0 lassen.</translation>
    </message>
    <message>
        <source>Saturation</source>
        <translation>Sättigung</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>Maske</translation>
    </message>
    <message>
        <source>Frames</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Mask file</source>
        <translation>Maskendatei</translation>
    </message>
    <message>
        <source>Extra mask (HDF5, NPY or TIFF) of the stored frame&apos;s shape, added to the mask in the data file; a value other than zero marks a bad pixel.</source>
        <translation>Weitere Maske (HDF5, NPY oder TIFF) in der Form des gespeicherten Bilds, zusätzlich zu der in der Datendatei; Werte ungleich null sind schlechte Pixel.</translation>
    </message>
    <message>
        <source>Mask dataset</source>
        <translation>Datensatz der Maske</translation>
    </message>
    <message>
        <source>Dataset inside an HDF5 mask file, such as /entry/mask; empty takes the only two-dimensional dataset.</source>
        <translation>Datensatz in einer HDF5-Maskendatei, etwa /entry/mask; leer nimmt den einzigen zweidimensionalen.</translation>
    </message>
    <message>
        <source>Bad pixels</source>
        <translation>Schlechte Pixel</translation>
    </message>
    <message>
        <source>Single pixels to ignore as row,column pairs of the stored frame: &quot;12,40; 13,40&quot;.</source>
        <translation>Einzelne Pixel, die nicht zählen, als Paare Zeile,Spalte des gespeicherten Bilds: &quot;12,40; 13,40&quot;.</translation>
    </message>
    <message>
        <source>Leaves out the frames before this one, for example those taken before the shutter was open. Counts from 0.</source>
        <translation>Lässt die Bilder davor weg, etwa solche vor dem Öffnen des Verschlusses. Zählt ab 0.</translation>
    </message>
    <message>
        <source>Uses at most this many frames; 0 uses all.</source>
        <translation>Nimmt höchstens so viele Bilder; 0 nimmt alle.</translation>
    </message>
    <message>
        <source>Geometry</source>
        <translation>Geometrie</translation>
    </message>
    <message>
        <source>Sample to detector</source>
        <translation>Probe bis Detektor</translation>
    </message>
    <message>
        <source>Distance from the sample to the detector; 0 takes the value of the file. It scales the pixels of an object and the angles of a pattern.</source>
        <translation>Abstand von der Probe zum Detektor; 0 nimmt den Wert der Datei. Er skaliert die Pixel eines Objekts und die Winkel eines Diagramms.</translation>
    </message>
    <message>
        <source>Detector pixel</source>
        <translation>Detektorpixel</translation>
    </message>
    <message>
        <source>Side of a stored detector pixel, before binning; 0 takes the value of the file.</source>
        <translation>Seite eines gespeicherten Detektorpixels vor dem Binning; 0 nimmt den Wert der Datei.</translation>
    </message>
    <message>
        <source>Focus to sample (near field)</source>
        <translation>Fokus bis Probe (Nahfeld)</translation>
    </message>
    <message>
        <source>Distance from the focus to the sample of a near-field (cone beam) experiment; it sets the magnification. 0 means far field.</source>
        <translation>Abstand vom Fokus zur Probe bei Nahfeld mit Kegelstrahl; er bestimmt die Vergrößerung. 0 bedeutet Fernfeld.</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>Positionen</translation>
    </message>
    <message>
        <source>Flip x</source>
        <translation>x umkehren</translation>
    </message>
    <message>
        <source>Changes the sign of the horizontal positions. Try it when the object stays scrambled and the Fourier error stops early.</source>
        <translation>Kehrt das Vorzeichen der waagerechten Positionen um. Einen Versuch wert, wenn das Objekt wirr bleibt und der Fourier-Fehler früh stehen bleibt.</translation>
    </message>
    <message>
        <source>Flip y</source>
        <translation>y umkehren</translation>
    </message>
    <message>
        <source>Changes the sign of the vertical positions. Try it when the object stays scrambled and the Fourier error stops early.</source>
        <translation>Kehrt das Vorzeichen der senkrechten Positionen um. Einen Versuch wert, wenn das Objekt wirr bleibt und der Fourier-Fehler früh stehen bleibt.</translation>
    </message>
    <message>
        <source>Swap x and y</source>
        <translation>x und y vertauschen</translation>
    </message>
    <message>
        <source>Exchanges the two scan axes, for files that store fast and slow axis instead of x and y.</source>
        <translation>Vertauscht die beiden Scanachsen, für Dateien mit schneller und langsamer Achse statt x und y.</translation>
    </message>
    <message>
        <source>Scale x</source>
        <translation>Faktor x</translation>
    </message>
    <message>
        <source>Factor on the horizontal positions: near 1 for a stage that is off by a few percent, 1e-6 for micrometres taken for metres.</source>
        <translation>Faktor auf die waagerechten Positionen: nahe 1 für einen Tisch, der um wenige Prozent abweicht, 1e-6 für Mikrometer, die für Meter gehalten wurden.</translation>
    </message>
    <message>
        <source>Scale y</source>
        <translation>Faktor y</translation>
    </message>
    <message>
        <source>Factor on the vertical positions: near 1 for a stage that is off by a few percent, 1e-6 for micrometres taken for metres.</source>
        <translation>Faktor auf die senkrechten Positionen: nahe 1 für einen Tisch, der um wenige Prozent abweicht, 1e-6 für Mikrometer, die für Meter gehalten wurden.</translation>
    </message>
    <message>
        <source>Rotation</source>
        <translation>Drehung</translation>
    </message>
    <message>
        <source>Turns the positions counter-clockwise, for scan axes that are not parallel to the rows and columns of the detector.</source>
        <translation>Dreht die Positionen gegen den Uhrzeigersinn, für Scanachsen, die nicht parallel zu Zeilen und Spalten des Detektors sind.</translation>
    </message>
    <message>
        <source>Probe</source>
        <translation>Sonde</translation>
    </message>
    <message>
        <source>Object</source>
        <translation>Objekt</translation>
    </message>
    <message>
        <source>Probe modes</source>
        <translation>Sondenmoden</translation>
    </message>
    <message>
        <source>Mutually incoherent probe modes. Use 2 to 5 for a partially coherent or vibrating beam or a fly scan; time grows in proportion.</source>
        <translation>Untereinander inkohärente Moden der Sonde. 2 bis 5 bei teilkohärentem oder zitterndem Strahl oder Fly-Scan; die Zeit wächst im gleichen Maß.</translation>
    </message>
    <message>
        <source>Initial probe</source>
        <translation>Anfangssonde</translation>
    </message>
    <message>
        <source>What the probe starts from: the data file&apos;s probe, the mean pattern propagated back, a Gaussian, a disk, or another file (an earlier result). &quot;auto&quot; takes the file&apos;s probe where there is one.</source>
        <translation>Womit die Sonde beginnt: die Sonde der Datendatei, das zurückpropagierte mittlere Beugungsbild, Gauß, Scheibe oder eine andere Datei (früheres Ergebnis). „auto“ nimmt die Sonde der Datei, wo es eine gibt.</translation>
    </message>
    <message>
        <source>Initial probe size</source>
        <translation>Größe der Anfangssonde</translation>
    </message>
    <message>
        <source>Full width at half maximum of the Gaussian or diameter of the disk in object pixels; 0 is a quarter of the window.</source>
        <translation>Halbwertsbreite des Gauß oder Durchmesser der Scheibe in Objektpixeln; 0 ist ein Viertel des Fensters.</translation>
    </message>
    <message>
        <source>Power of extra modes</source>
        <translation>Leistung weiterer Moden</translation>
    </message>
    <message>
        <source>Initial power of each further mode relative to the first. More lets weakly coherent beams converge faster. The automatic plan begins with a fifth of it, and keeps the modes that grow.</source>
        <translation>Anfangsleistung jeder weiteren Mode im Verhältnis zur ersten. Mehr lässt wenig kohärente Strahlen schneller konvergieren. Der automatische Plan beginnt mit einem Fünftel davon und behält die Moden, die wachsen.</translation>
    </message>
    <message>
        <source>Initial object</source>
        <translation>Anfangsobjekt</translation>
    </message>
    <message>
        <source>What the object starts from: an empty one, or the object of a file (an earlier result of the same area).</source>
        <translation>Womit das Objekt beginnt: leer, oder mit dem Objekt einer Datei (ein früheres Ergebnis derselben Stelle).</translation>
    </message>
    <message>
        <source>Oversampling</source>
        <translation>Überabtastung</translation>
    </message>
    <message>
        <source>Saturated pixels</source>
        <translation>Gesättigte Pixel</translation>
    </message>
    <message>
        <source>ignored: they are masked in their frame. at_least: they have as many counts as the saturation says, or more, and pull the model up where it has fewer: for frames whose bright middle is saturated. Needs the saturation and no binning.</source>
        <translation>ignored: Sie sind in ihrem Bild maskiert. at_least: Sie haben so viele Ereignisse, wie die Sättigung angibt, oder mehr und ziehen das Modell hoch, wo es weniger hat: für Bilder mit gesättigter heller Mitte. Braucht die Sättigung und keine Zusammenfassung von Pixeln.</translation>
    </message>
    <message>
        <source>Points of a fly scan</source>
        <translation>Punkte eines Fly-Scans</translation>
    </message>
    <message>
        <source>Slices</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>Slices of an object that is thicker than the depth of field, one behind the other. Needs the distance between them, more iterations (100 and more) and good overlap; time and memory grow in proportion. Far field only, without refined positions, and not for engines that store waves.</source>
        <translation>Schichten eines Objekts, das dicker als die Schärfentiefe ist, eine hinter der anderen. Braucht ihren Abstand, mehr Iterationen (ab 100) und gute Überlappung; Zeit und Speicher wachsen im Verhältnis. Nur im Fernfeld, ohne Verfeinerung der Positionen und nicht für Verfahren, die Wellen speichern.</translation>
    </message>
    <message>
        <source>How the sample lies in the beam: perpendicular to it (transmission), as a mirror to the detector (reflection), or at angles of its own (bragg). A tilted sample is reconstructed in its own plane, and the beam of each frame goes on to where it meets it. Far field only, without refined positions, and not for engines that store waves.</source>
        <translation>Wie die Probe im Strahl steht: senkrecht zu ihm (transmission), als Spiegel zum Detektor (reflection) oder unter eigenen Winkeln (bragg). Eine gekippte Probe wird in ihrer eigenen Ebene rekonstruiert, und der Strahl jedes Bildes geht weiter bis dorthin, wo er sie trifft. Nur im Fernfeld, ohne Verfeinerung der Positionen und nicht für Verfahren, die Wellen speichern.</translation>
    </message>
    <message>
        <source>Tilt of the sample</source>
        <translation>Kippung der Probe</translation>
    </message>
    <message>
        <source>Between the normal of the sample and the beam (geometry bragg).</source>
        <translation>Zwischen der Normalen der Probe und dem Strahl (Geometrie bragg).</translation>
    </message>
    <message>
        <source>Of the sample&apos;s normal around the beam: 0 is towards x, 90 towards y of the file&apos;s positions.</source>
        <translation>Der Normalen der Probe um den Strahl: 0 ist zu x hin, 90 zu y der Positionen der Datei.</translation>
    </message>
    <message>
        <source>Angle of the detector</source>
        <translation>Winkel des Detektors</translation>
    </message>
    <message>
        <source>By which the detector is turned around the sample, out of the beam, beyond what its basis vectors in the file say. Geometry reflection or bragg.</source>
        <translation>Um den der Detektor um die Probe aus dem Strahl gedreht ist, über das hinaus, was seine Basisvektoren in der Datei sagen. Geometrie reflection oder bragg.</translation>
    </message>
    <message>
        <source>Direction of the detector</source>
        <translation>Richtung des Detektors</translation>
    </message>
    <message>
        <source>Where it is turned to: 0 is towards x, 90 towards y.</source>
        <translation>Wohin er gedreht ist: 0 ist zu x hin, 90 zu y.</translation>
    </message>
    <message>
        <source>Distance of slices</source>
        <translation>Abstand der Schichten</translation>
    </message>
    <message>
        <source>From one slice to the next along the beam. Below the depth of field, about five times the square of the resolution over the wavelength, slices cannot be told apart.</source>
        <translation>Von einer Schicht zur nächsten entlang des Strahls. Unter der Schärfentiefe, etwa dem Fünffachen des Quadrats der Auflösung durch die Wellenlänge, sind Schichten nicht zu unterscheiden.</translation>
    </message>
    <message>
        <source>Object modes</source>
        <translation>Objektmoden</translation>
    </message>
    <message>
        <source>States of an object that changes while frames are exposed, whose intensities add up: more modes than states fit noise. Pictures show the strongest one. Time and memory grow in proportion. Not with several slices or limits of the object&apos;s values, and not for engines that store waves.</source>
        <translation>Zustände eines Objekts, das sich während der Belichtung der Bilder ändert; ihre Intensitäten addieren sich: mehr Moden als Zustände passen sich dem Rauschen an. Bilder zeigen die stärkste. Zeit und Speicher wachsen im Verhältnis. Nicht mit mehreren Schichten oder Grenzen für die Werte des Objekts und nicht für Verfahren, die Wellen speichern.</translation>
    </message>
    <message>
        <source>Object margin</source>
        <translation>Rand des Objekts</translation>
    </message>
    <message>
        <source>Object pixels around the scanned area, room for positions to move and for sub-pixel shifts.</source>
        <translation>Objektpixel um die abgetastete Fläche: Platz für wandernde Positionen und Verschiebungen unter einem Pixel.</translation>
    </message>
    <message>
        <source>Sub-pixel positions</source>
        <translation>Bruchteile von Pixeln</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>Batch size</source>
        <translation>Stapelgröße</translation>
    </message>
    <message>
        <source>Object step</source>
        <translation>Schritt des Objekts</translation>
    </message>
    <message>
        <source>Factor on the object update. Lower it when the loss jumps up and down or the object turns grainy.</source>
        <translation>Faktor auf die Korrektur des Objekts. Kleiner wählen, wenn der Fehler springt oder das Objekt körnig wird.</translation>
    </message>
    <message>
        <source>Probe step</source>
        <translation>Schritt der Sonde</translation>
    </message>
    <message>
        <source>Factor on the probe update. Lower it when the probe takes over features of the object.</source>
        <translation>Faktor auf die Korrektur der Sonde. Kleiner wählen, wenn die Sonde Züge des Objekts annimmt.</translation>
    </message>
    <message>
        <source>Object regularisation</source>
        <translation>Regularisierung (Objekt)</translation>
    </message>
    <message>
        <source>Fraction of the brightest illumination in the denominator of the object update. Smaller reaches weakly lit areas sooner, larger is steadier; 1 is ePIE.</source>
        <translation>Anteil der hellsten Beleuchtung im Nenner der Objektkorrektur. Kleiner erreicht schwach beleuchtete Stellen früher, größer ist ruhiger; 1 ist ePIE.</translation>
    </message>
    <message>
        <source>Probe regularisation</source>
        <translation>Regularisierung (Sonde)</translation>
    </message>
    <message>
        <source>Fraction of the brightest object in the denominator of the probe update; 1 is ePIE.</source>
        <translation>Anteil des hellsten Objekts im Nenner der Sondenkorrektur; 1 ist ePIE.</translation>
    </message>
    <message>
        <source>Momentum</source>
        <translation>Impuls</translation>
    </message>
    <message>
        <source>Fraction of the previous updates that is carried into the next one; 0 is off. 0.5 to 0.9 shortens long runs on clean data and may overshoot on noisy ones.</source>
        <translation>Anteil der vorigen Korrekturen, der in die nächste mitgenommen wird; 0 ist aus. 0,5 bis 0,9 verkürzt lange Läufe mit sauberen Daten und kann bei rauschenden überschießen.</translation>
    </message>
    <message>
        <source>Relaxation</source>
        <translation>Relaxation</translation>
    </message>
    <message>
        <source>Length of a difference-map step. 1 explores; 0.5 to 0.8 settles earlier on noisy data.</source>
        <translation>Länge eines Schritts der Difference Map. 1 sucht weit; 0,5 bis 0,8 beruhigt sich bei rauschenden Daten früher.</translation>
    </message>
    <message>
        <source>Length of a projection. 1 is the classic error reduction; 1.5 needs fewer iterations.</source>
        <translation>Länge einer Projektion. 1 ist die klassische Fehlerverringerung; 1,5 braucht weniger Iterationen.</translation>
    </message>
    <message>
        <source>Overlap inertia</source>
        <translation>Trägheit der Überlappung</translation>
    </message>
    <message>
        <source>Weight of the previous object and probe in the overlap fit, as a fraction of the largest overlap. Larger calms badly lit edges.</source>
        <translation>Gewicht von vorigem Objekt und voriger Sonde im Überlappungsschritt, als Bruchteil der größten Überlappung. Größer beruhigt schlecht beleuchtete Ränder.</translation>
    </message>
    <message>
        <source>Updates</source>
        <translation>Korrekturen</translation>
    </message>
    <message>
        <source>Free the probe after</source>
        <translation>Sonde frei nach</translation>
    </message>
    <message>
        <source>Iterations before the probe is refined, counted over the whole pipeline. A few more help when the initial probe is good.</source>
        <translation>Iterationen, bevor die Sonde verfeinert wird, gezählt über den ganzen Ablauf. Einige mehr helfen bei guter Anfangssonde.</translation>
    </message>
    <message>
        <source>Free the object after</source>
        <translation>Objekt frei nach</translation>
    </message>
    <message>
        <source>Iterations before the object is refined, counted over the whole pipeline; use it when the object is known better than the probe.</source>
        <translation>Iterationen, bevor das Objekt verfeinert wird, gezählt über den ganzen Ablauf; wenn das Objekt besser bekannt ist als die Sonde.</translation>
    </message>
    <message>
        <source>Refine the probe</source>
        <translation>Sonde verfeinern</translation>
    </message>
    <message>
        <source>Off keeps the probe as it is in this stage, for a probe known from a test pattern.</source>
        <translation>Aus lässt die Sonde in diesem Abschnitt, wie sie ist: für eine Sonde, die von einem Testmuster bekannt ist.</translation>
    </message>
    <message>
        <source>Refine the object</source>
        <translation>Objekt verfeinern</translation>
    </message>
    <message>
        <source>Off keeps the object as it is in this stage, to find the probe with a known object.</source>
        <translation>Aus lässt das Objekt in diesem Abschnitt, wie es ist: um mit bekanntem Objekt die Sonde zu finden.</translation>
    </message>
    <message>
        <source>Constraints</source>
        <translation>Nebenbedingungen</translation>
    </message>
    <message>
        <source>Orthogonalise modes every</source>
        <translation>Moden orthogonalisieren alle</translation>
    </message>
    <message>
        <source>Makes the probe modes orthogonal every so many iterations; 0 does it for display and the result only.</source>
        <translation>Macht die Moden der Sonde alle so viele Iterationen orthogonal; 0 tut es nur für Anzeige und Ergebnis.</translation>
    </message>
    <message>
        <source>Probe support</source>
        <translation>Träger der Sonde</translation>
    </message>
    <message>
        <source>Diameter of a disk outside which the probe is zero, as a fraction of the window; 0 is off. 0.7 to 0.9 keeps noise out of the corners.</source>
        <translation>Durchmesser einer Scheibe, außerhalb derer die Sonde null ist, als Bruchteil des Fensters; 0 ist aus. 0,7 bis 0,9 hält Rauschen aus den Ecken.</translation>
    </message>
    <message>
        <source>Centre the probe every</source>
        <translation>Sonde zentrieren alle</translation>
    </message>
    <message>
        <source>Moves the probe&apos;s centre of mass back to the middle (and the object with it) every so many iterations; 0 is off. Use it when the probe wanders.</source>
        <translation>Schiebt den Schwerpunkt der Sonde (und das Objekt mit ihr) alle so viele Iterationen in die Mitte; 0 ist aus. Für Sonden, die wandern.</translation>
    </message>
    <message>
        <source>Fix the probe power</source>
        <translation>Leistung der Sonde festhalten</translation>
    </message>
    <message>
        <source>Keeps the probe at the photons of the mean pattern, so that the object amplitude is 1 where the sample is empty.</source>
        <translation>Hält die Sonde bei den Photonen des mittleren Beugungsbilds, sodass die Amplitude des Objekts 1 ist, wo die Probe leer ist.</translation>
    </message>
    <message>
        <source>Smallest object amplitude</source>
        <translation>Kleinste Objektamplitude</translation>
    </message>
    <message>
        <source>Raises smaller amplitudes of the object to this value; 0 is off.</source>
        <translation>Hebt kleinere Amplituden des Objekts auf diesen Wert; 0 ist aus.</translation>
    </message>
    <message>
        <source>Largest object amplitude</source>
        <translation>Größte Objektamplitude</translation>
    </message>
    <message>
        <source>Cuts larger amplitudes of the object to this value; 0 is off. 1 to 1.2 suppresses bright spots at the edge of the scan.</source>
        <translation>Kappt größere Amplituden des Objekts auf diesen Wert; 0 ist aus. 1 bis 1,2 unterdrückt helle Flecken am Rand des Scans.</translation>
    </message>
    <message>
        <source>Probe pupil</source>
        <translation>Pupille der Sonde</translation>
    </message>
    <message>
        <source>Diameter of a disk outside which the probe&apos;s spectrum is zero, as a fraction of the detector&apos;s side; 0 is off. A little more than the bright disk of a frame without sample keeps noise out of the probe.</source>
        <translation>Durchmesser einer Scheibe, außerhalb derer das Spektrum der Sonde null ist, als Anteil der Seite des Detektors; 0 ist aus. Etwas mehr als die helle Scheibe eines Bilds ohne Probe hält Rauschen aus der Sonde.</translation>
    </message>
    <message>
        <source>Total variation</source>
        <translation>Totale Variation</translation>
    </message>
    <message>
        <source>Weight of the total variation: flattens noise in the object and keeps edges. 1 is about the noise that the photons of the scan leave in a pixel, 0 is off. 0.05 to 0.2 help when photons are few or frames hardly overlap; smooth objects get steps.</source>
        <translation>Gewicht der totalen Variation: glättet Rauschen im Objekt und lässt Kanten stehen. 1 ist etwa das Rauschen, das die Photonen des Scans in einem Pixel lassen, 0 ist aus. 0,05 bis 0,2 helfen bei wenigen Photonen oder kaum überlappenden Bildern; glatte Objekte bekommen Stufen.</translation>
    </message>
    <message>
        <source>Sparse object</source>
        <translation>Dünn besetztes Objekt</translation>
    </message>
    <message>
        <source>Draws each pixel of the object towards 1, by so much of the noise that the photons leave in it in every iteration (soft threshold of O - 1); 0 is off. For few particles in an empty field.</source>
        <translation>Zieht jedes Pixel des Objekts in jeder Iteration zu 1 hin, um so viel des Rauschens, das die Photonen darin lassen (weiche Schwelle von O - 1); 0 ist aus. Für wenige Teilchen in einem leeren Feld.</translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation>Glättung</translation>
    </message>
    <message>
        <source>Part of each pixel of the object that goes to each of its eight neighbours in every iteration; 0 is off. 0.001 to 0.01 calms noise, and blurs edges, too.</source>
        <translation>Teil jedes Pixels des Objekts, der in jeder Iteration an jeden seiner acht Nachbarn geht; 0 ist aus. 0,001 bis 0,01 beruhigt Rauschen und verwischt auch Kanten.</translation>
    </message>
    <message>
        <source>Pure phase object</source>
        <translation>Reines Phasenobjekt</translation>
    </message>
    <message>
        <source>Part of the way to 1 that each amplitude of the object goes in every iteration, for samples that absorb nothing; 0 is off, 1 keeps the phases alone.</source>
        <translation>Teil des Wegs zu 1, den jede Amplitude des Objekts in jeder Iteration geht, für Proben, die nichts absorbieren; 0 ist aus, 1 lässt nur die Phasen.</translation>
    </message>
    <message>
        <source>Smallest object phase</source>
        <translation>Kleinste Objektphase</translation>
    </message>
    <message>
        <source>Largest object phase</source>
        <translation>Größte Objektphase</translation>
    </message>
    <message>
        <source>Raises smaller phases of the object to this value; empty places have about 0. Both limits 0 is off; for phases that do not wrap.</source>
        <translation>Hebt kleinere Phasen des Objekts auf diesen Wert; leere Stellen haben etwa 0. Beide Grenzen 0 ist aus; für Phasen, die nicht umlaufen.</translation>
    </message>
    <message>
        <source>Lowers larger phases of the object to this value. Both limits 0 is off.</source>
        <translation>Senkt größere Phasen des Objekts auf diesen Wert. Beide Grenzen 0 ist aus.</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Where to compute: &quot;auto&quot;, &quot;cpu&quot;, &quot;cpu:4&quot; (four workers on the CPU), &quot;cuda:0,cuda:2&quot;, &quot;cuda:0x3&quot; (three workers share a GPU). The numbers do not depend on it.</source>
        <translation>Wo gerechnet wird: &quot;auto&quot;, &quot;cpu&quot;, &quot;cpu:4&quot; (vier Arbeiter auf der CPU), &quot;cuda:0,cuda:2&quot;, &quot;cuda:0x3&quot; (drei Arbeiter teilen sich eine GPU). Die Zahlen hängen nicht davon ab.</translation>
    </message>
    <message>
        <source>Time-out between workers</source>
        <translation>Wartezeit zwischen Arbeitern</translation>
    </message>
    <message>
        <source>How long workers wait for each other before the job ends with an error, and how long a device may keep one of them waiting. Raise it when a device is shared with another heavy job.</source>
        <translation>Wie lange Arbeiter aufeinander warten, bevor der Auftrag mit einem Fehler endet, und wie lange ein Gerät einen von ihnen warten lassen darf. Höher, wenn ein Gerät mit einem anderen großen Auftrag geteilt wird.</translation>
    </message>
    <message>
        <source>Sums between GPUs</source>
        <translation>Summen zwischen GPUs</translation>
    </message>
    <message>
        <source>How workers add up what they hold in the memory of GPUs: &quot;auto&quot; takes NCCL when every worker has a GPU of its own, else their direct access to each other, else the host; &quot;nccl&quot; insists; &quot;host&quot; always goes through the host&apos;s memory. The numbers do not depend on it.</source>
        <translation>Wie Arbeiter zusammenzählen, was sie im Speicher von GPUs halten: &quot;auto&quot; nimmt NCCL, wenn jeder Arbeiter eine eigene GPU hat, sonst den direkten Zugriff aufeinander, sonst den Rechner; &quot;nccl&quot; besteht darauf; &quot;host&quot; geht immer über den Speicher des Rechners. Die Zahlen hängen nicht davon ab.</translation>
    </message>
    <message>
        <source>Direct access between GPUs</source>
        <translation>Direkter Zugriff zwischen GPUs</translation>
    </message>
    <message>
        <source>Off keeps GPUs from reaching each other&apos;s memory: slower, but it works on machines where that access is broken and runs hang with all GPUs fully busy.</source>
        <translation>Aus hindert GPUs daran, auf den Speicher der anderen zuzugreifen: langsamer, geht aber auch auf Rechnern, auf denen dieser Zugriff gestört ist und Läufe bei voll ausgelasteten GPUs hängen bleiben.</translation>
    </message>
    <message>
        <source>Checkpoint every</source>
        <translation>Zwischenstand alle</translation>
    </message>
    <message>
        <source>Saves the state beside the result every so many iterations, so that an interrupted job goes on from there; 0 is off.</source>
        <translation>Sichert alle so viele Iterationen den Stand neben dem Ergebnis, sodass ein unterbrochener Auftrag dort weitergeht; 0 ist aus.</translation>
    </message>
    <message>
        <source>Preview every</source>
        <translation>Vorschau alle</translation>
    </message>
    <message>
        <source>Seconds between two pictures of the running job in the window; 0 shows none until the end.</source>
        <translation>Sekunden zwischen zwei Bildern des laufenden Auftrags im Fenster; 0 zeigt bis zum Ende keines.</translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation>Diagramm</translation>
    </message>
    <message>
        <source>Radial bins</source>
        <translation>Radiale Klassen</translation>
    </message>
    <message>
        <source>Bins of a pattern from the beam outwards. About as many as the detector has pixels from the beam to its farthest corner; more show no more.</source>
        <translation>Klassen eines Diagramms vom Strahl nach außen. Etwa so viele, wie der Detektor Pixel vom Strahl bis zur fernsten Ecke hat; mehr zeigen nicht mehr.</translation>
    </message>
    <message>
        <source>Azimuthal bins</source>
        <translation>Azimutale Klassen</translation>
    </message>
    <message>
        <source>Sectors of a cake, to see texture, strain or a wrong geometry; 0 averages over the azimuth and gives a pattern.</source>
        <translation>Sektoren eines Cakes, um Textur, Dehnung oder eine falsche Geometrie zu sehen; 0 mittelt über den Azimut und gibt ein Diagramm.</translation>
    </message>
    <message>
        <source>Radial axis</source>
        <translation>Radiale Achse</translation>
    </message>
    <message>
        <source>What the bins divide evenly: scattering vector, angle, distance on the detector, d-spacing, or a logarithm. All but angle and distance need the wavelength.</source>
        <translation>Was die Klassen gleichmäßig teilen: Streuvektor, Winkel, Abstand auf dem Detektor, Netzebenenabstand oder ein Logarithmus. Alle außer Winkel und Abstand brauchen die Wellenlänge.</translation>
    </message>
    <message>
        <source>Pixel splitting</source>
        <translation>Teilen der Pixel</translation>
    </message>
    <message>
        <source>How a pixel is shared between bins: &quot;full&quot; by its exact area (smoothest), &quot;bbox&quot; by its bounding box, &quot;no&quot; gives it to one bin (neighbouring bins stay independent: best for errors).</source>
        <translation>Wie ein Pixel auf Klassen verteilt wird: „full“ nach seiner genauen Fläche (am glattesten), „bbox“ nach seinem umschließenden Rechteck, „no“ gibt es einer Klasse (benachbarte Klassen bleiben unabhängig: am besten für Fehler).</translation>
    </message>
    <message>
        <source>Radial range</source>
        <translation>Radialer Bereich</translation>
    </message>
    <message>
        <source>First and last value of the radial axis in its unit, such as &quot;0.5, 40&quot;; empty takes all that the detector sees.</source>
        <translation>Erster und letzter Wert der radialen Achse in ihrer Einheit, etwa „0.5, 40“; leer nimmt alles, was der Detektor sieht.</translation>
    </message>
    <message>
        <source>Azimuthal range</source>
        <translation>Azimutaler Bereich</translation>
    </message>
    <message>
        <source>Sector to integrate, such as &quot;-30, 30&quot;; 0 points along the rows, 90 towards higher rows, and &quot;170, 190&quot; crosses 180. Empty takes the whole circle.</source>
        <translation>Sektor, über den integriert wird, etwa „-30, 30“; 0 zeigt entlang der Zeilen, 90 zu höheren Zeilen, und „170, 190“ geht über 180 hinweg. Leer nimmt den ganzen Kreis.</translation>
    </message>
    <message>
        <source>Pixels on the edge of a range</source>
        <translation>Pixel am Rand eines Bereichs</translation>
    </message>
    <message>
        <source>&quot;exact&quot; counts the part of a pixel that lies inside the range; &quot;pyfai&quot; puts the whole pixel into the outermost bin, to compare with pyFAI.</source>
        <translation>„exact“ zählt den Teil eines Pixels, der im Bereich liegt; „pyfai“ legt das ganze Pixel in die äußerste Klasse, zum Vergleich mit pyFAI.</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Where errors come from: counting statistics (&quot;poisson&quot;), the scatter of the pixels of a bin (&quot;azimuthal&quot;, or &quot;azimuthal_shares&quot; as newer pyFAI), or an image of variances.</source>
        <translation>Woher Fehler kommen: Zählstatistik („poisson“), die Streuung der Pixel einer Klasse („azimuthal“, oder „azimuthal_shares“ wie neueres pyFAI) oder ein Bild der Varianzen.</translation>
    </message>
    <message>
        <source>Kind of error</source>
        <translation>Art des Fehlers</translation>
    </message>
    <message>
        <source>&quot;sem&quot; is the error of the mean of a bin, what plots and fits want; &quot;std&quot; is the spread of a single pixel.</source>
        <translation>„sem“ ist der Fehler des Mittelwerts einer Klasse, wie ihn Diagramme und Anpassungen wollen; „std“ ist die Streuung eines einzelnen Pixels.</translation>
    </message>
    <message>
        <source>PONI file</source>
        <translation>PONI-Datei</translation>
    </message>
    <message>
        <source>Calibrated geometry as pyFAI and Dioptas write it. What is typed below replaces its values; without one, the frames&apos; file or the typed values give the geometry.</source>
        <translation>Kalibrierte Geometrie, wie pyFAI und Dioptas sie schreiben. Was unten eingegeben ist, ersetzt ihre Werte; ohne sie geben die Datei der Bilder oder die Eingaben die Geometrie.</translation>
    </message>
    <message>
        <source>Name from the catalogue, such as &quot;Pilatus 1M&quot;: gives the pixel size, masks the gaps between modules, and knows the value of pixels without a measurement.</source>
        <translation>Name aus dem Katalog, etwa „Pilatus 1M“: gibt die Pixelgröße, maskiert die Lücken zwischen Modulen und kennt den Wert von Pixeln ohne Messung.</translation>
    </message>
    <message>
        <source>Wavelength</source>
        <translation>Wellenlänge</translation>
    </message>
    <message>
        <source>Wavelength, instead of the photon energy; 0 takes the value of the PONI file or of the frames&apos; file.</source>
        <translation>Wellenlänge anstelle der Photonenenergie; 0 nimmt den Wert der PONI-Datei oder der Datei der Bilder.</translation>
    </message>
    <message>
        <source>Beam row</source>
        <translation>Zeile des Strahls</translation>
    </message>
    <message>
        <source>Row of the direct beam on the stored frame, from the outer edge of the first row: the middle of the first row is at 0.5. It may lie beside the detector.</source>
        <translation>Zeile des direkten Strahls auf dem gespeicherten Bild, vom äußeren Rand der ersten Zeile an: die Mitte der ersten Zeile liegt bei 0,5. Sie darf neben dem Detektor liegen.</translation>
    </message>
    <message>
        <source>Beam column</source>
        <translation>Spalte des Strahls</translation>
    </message>
    <message>
        <source>Column of the direct beam on the stored frame, from the outer edge of the first column: the middle of the first column is at 0.5. It may lie beside the detector.</source>
        <translation>Spalte des direkten Strahls auf dem gespeicherten Bild, vom äußeren Rand der ersten Spalte an: die Mitte der ersten Spalte liegt bei 0,5. Sie darf neben dem Detektor liegen.</translation>
    </message>
    <message>
        <source>Tilt</source>
        <translation>Neigung</translation>
    </message>
    <message>
        <source>Direction of the tilt</source>
        <translation>Richtung der Neigung</translation>
    </message>
    <message>
        <source>Direction of the tilt in the plane of the detector, from the columns&apos; axis towards the rows&apos;. Counts only together with a tilt.</source>
        <translation>Richtung der Neigung in der Ebene des Detektors, von der Achse der Spalten zu der der Zeilen. Zählt nur zusammen mit einer Neigung.</translation>
    </message>
    <message>
        <source>Dataset</source>
        <translation>Datensatz</translation>
    </message>
    <message>
        <source>Path of the frames in an HDF5 file, such as /entry/data/data; empty lets the reader find them.</source>
        <translation>Pfad der Bilder in einer HDF5-Datei, etwa /entry/data/data; leer lässt den Leser sie finden.</translation>
    </message>
    <message>
        <source>Channel</source>
        <translation>Kanal</translation>
    </message>
    <message>
        <source>Energy threshold or channel of a detector that stores several images a frame. Counts from 0.</source>
        <translation>Energieschwelle oder Kanal eines Detektors, der je Aufnahme mehrere Bilder speichert. Zählt ab 0.</translation>
    </message>
    <message>
        <source>Monitor dataset</source>
        <translation>Datensatz des Monitors</translation>
    </message>
    <message>
        <source>HDF5 path of one number a frame (beam intensity, exposure) by which patterns are divided, such as /1.1/measurement/ic0; empty divides by nothing.</source>
        <translation>HDF5-Pfad von einer Zahl je Bild (Strahlintensität, Belichtung), durch die Diagramme geteilt werden, etwa /1.1/measurement/ic0; leer teilt durch nichts.</translation>
    </message>
    <message>
        <source>Stop at a bad frame</source>
        <translation>Bei schlechtem Bild anhalten</translation>
    </message>
    <message>
        <source>Ends the job with an error at the first frame that cannot be read. Otherwise such frames are reported, their patterns are not a number, and the rest goes on.</source>
        <translation>Beendet den Auftrag mit einem Fehler beim ersten Bild, das nicht gelesen werden kann. Sonst werden solche Bilder gemeldet, ihre Diagramme sind keine Zahl, und der Rest geht weiter.</translation>
    </message>
    <message>
        <source>Corrections</source>
        <translation>Korrekturen</translation>
    </message>
    <message>
        <source>Solid angle</source>
        <translation>Raumwinkel</translation>
    </message>
    <message>
        <source>Divides by the solid angle that a pixel covers, relative to one that faces the sample. Switch it off for data that have it already.</source>
        <translation>Teilt durch den Raumwinkel, den ein Pixel abdeckt, bezogen auf eines, das der Probe gegenübersteht. Aus für Daten, bei denen das schon geschehen ist.</translation>
    </message>
    <message>
        <source>Polarization</source>
        <translation>Polarisation</translation>
    </message>
    <message>
        <source>Corrects for the polarization of the beam: 1 is horizontal (0.99 at most synchrotrons), -1 vertical, 0 an unpolarised tube; &quot;off&quot; corrects nothing.</source>
        <translation>Korrigiert die Polarisation des Strahls: 1 ist waagerecht (0,99 an den meisten Synchrotrons), -1 senkrecht, 0 eine unpolarisierte Röhre; „off“ korrigiert nichts.</translation>
    </message>
    <message>
        <source>Axis of polarization</source>
        <translation>Achse der Polarisation</translation>
    </message>
    <message>
        <source>Angle added to the azimuth for the polarization, for a detector that is mounted turned around the beam.</source>
        <translation>Winkel, der für die Polarisation zum Azimut addiert wird, für einen Detektor, der um den Strahl gedreht montiert ist.</translation>
    </message>
    <message>
        <source>Dark image</source>
        <translation>Dunkelbild</translation>
    </message>
    <message>
        <source>Flat field</source>
        <translation>Flachfeld</translation>
    </message>
    <message>
        <source>Flat field in the data file</source>
        <translation>Flachfeld in der Datendatei</translation>
    </message>
    <message>
        <source>Divides by the flat field that is stored beside the frames. Most detectors have applied it already when they write.</source>
        <translation>Teilt durch das Flachfeld, das neben den Bildern gespeichert ist. Die meisten Detektoren haben es beim Schreiben schon angewandt.</translation>
    </message>
    <message>
        <source>Absorption image</source>
        <translation>Absorptionsbild</translation>
    </message>
    <message>
        <source>Further factor a pixel by which frames are divided: transmission of a sample environment, efficiency of the sensor.</source>
        <translation>Weiterer Faktor je Pixel, durch den geteilt wird: Transmission einer Probenumgebung, Wirkungsgrad des Sensors.</translation>
    </message>
    <message>
        <source>Image of variances</source>
        <translation>Bild der Varianzen</translation>
    </message>
    <message>
        <source>Variance of every pixel, for the error model &quot;variance&quot;, of the stored frame&apos;s shape.</source>
        <translation>Varianz jedes Pixels für das Fehlermodell „variance“, in der Form des gespeicherten Bildes.</translation>
    </message>
    <message>
        <source>Mask in the data file</source>
        <translation>Maske in der Datendatei</translation>
    </message>
    <message>
        <source>Leaves out the pixels that the data file marks as bad, beside those of the mask file and the detector&apos;s gaps.</source>
        <translation>Lässt die Pixel aus, die die Datendatei als schlecht markiert, neben denen der Maskendatei und der Lücken des Detektors.</translation>
    </message>
    <message>
        <source>Dummy value</source>
        <translation>Dummy-Wert</translation>
    </message>
    <message>
        <source>Value of pixels without a measurement; they are left out frame by frame. Negative values count down from the largest in unsigned data: -1 is 4294967295. None: what the named detector writes.</source>
        <translation>Wert von Pixeln ohne Messung; sie werden Bild für Bild ausgelassen. Negative Werte zählen bei vorzeichenlosen Daten vom größten abwärts: -1 ist 4294967295. Keiner: was der genannte Detektor schreibt.</translation>
    </message>
    <message>
        <source>Tolerance of the dummy</source>
        <translation>Toleranz des Dummys</translation>
    </message>
    <message>
        <source>Values nearer to the dummy than this are dummies too: -2 with 1.5 takes -3 to -1.</source>
        <translation>Werte, die näher am Dummy liegen als dies, sind auch Dummys: -2 mit 1,5 nimmt -3 bis -1.</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>Arbeiter</translation>
    </message>
    <message>
        <source>Threads that read, decode and integrate side by side; 0 takes one for every core of the chosen devices. The numbers do not depend on it.</source>
        <translation>Threads, die nebeneinander lesen, dekodieren und integrieren; 0 nimmt einen für jeden Kern der gewählten Geräte. Die Zahlen hängen nicht davon ab.</translation>
    </message>
    <message>
        <source>Frames at a time</source>
        <translation>Bilder auf einmal</translation>
    </message>
    <message>
        <source>Frames that a worker takes at a time; 0 chooses by the size of the frames and how they are stored. The numbers do not depend on it.</source>
        <translation>Bilder, die ein Arbeiter auf einmal nimmt; 0 wählt nach der Größe der Bilder und danach, wie sie gespeichert sind. Die Zahlen hängen nicht davon ab.</translation>
    </message>
    <message>
        <source>Outliers</source>
        <translation>Ausreißer</translation>
    </message>
    <message>
        <source>Leave out outliers</source>
        <translation>Ausreißer auslassen</translation>
    </message>
    <message>
        <source>Keeps spots of single crystals, cosmic rays and ice out of a bin: &quot;sigma_clip&quot; leaves out what is far from its mean, &quot;median&quot; and &quot;quantile&quot; keep the middle. Slower; needs no splitting to be exact.</source>
        <translation>Hält Reflexe von Einkristallen, kosmische Strahlung und Eis aus einer Klasse heraus: „sigma_clip“ lässt aus, was weit vom Mittelwert liegt, „median“ und „quantile“ behalten die Mitte. Langsamer; genau nur ohne Teilen der Pixel.</translation>
    </message>
    <message>
        <source>Threshold</source>
        <translation>Schwelle</translation>
    </message>
    <message>
        <source>Of sigma clipping: pixels further than this many standard deviations from the mean of their bin go, but never so near that noise would go.</source>
        <translation>Beim Sigma-Clipping: Pixel, die weiter als so viele Standardabweichungen vom Mittelwert ihrer Klasse liegen, fallen weg, aber nie so nah, dass Rauschen wegfiele.</translation>
    </message>
    <message>
        <source>Rounds of clipping</source>
        <translation>Runden des Clippings</translation>
    </message>
    <message>
        <source>Clips at most this often; fewer when nothing goes any more. Many strong spots in a bin need more rounds.</source>
        <translation>Schneidet höchstens so oft; weniger, wenn nichts mehr wegfällt. Viele starke Reflexe in einer Klasse brauchen mehr Runden.</translation>
    </message>
    <message>
        <source>Lower quantile</source>
        <translation>Unteres Quantil</translation>
    </message>
    <message>
        <source>Of the quantile filter: the smallest pixels of a bin, up to this part of it, are left out.</source>
        <translation>Beim Quantilfilter: die kleinsten Pixel einer Klasse bis zu diesem Teil von ihr werden ausgelassen.</translation>
    </message>
    <message>
        <source>Upper quantile</source>
        <translation>Oberes Quantil</translation>
    </message>
    <message>
        <source>Of the quantile filter: the largest pixels of a bin, from this part of it on, are left out.</source>
        <translation>Beim Quantilfilter: die größten Pixel einer Klasse ab diesem Teil von ihr werden ausgelassen.</translation>
    </message>
    <message>
        <source>Sensor</source>
        <translation>Sensor</translation>
    </message>
    <message>
        <source>Material of the detector&apos;s sensor, such as Si or CdTe, for the two corrections below; empty takes what the PONI file says.</source>
        <translation>Material des Sensors im Detektor, etwa Si oder CdTe, für die beiden Korrekturen darunter; leer nimmt, was die PONI-Datei sagt.</translation>
    </message>
    <message>
        <source>Thickness of the sensor</source>
        <translation>Dicke des Sensors</translation>
    </message>
    <message>
        <source>Thickness of the sensor named above, for example 0.00045 m; 0 takes what the PONI file says.</source>
        <translation>Dicke des oben genannten Sensors, zum Beispiel 0,00045 m; 0 nimmt, was die PONI-Datei sagt.</translation>
    </message>
    <message>
        <source>Efficiency of the sensor</source>
        <translation>Wirkungsgrad des Sensors</translation>
    </message>
    <message>
        <source>Corrects for slanted rays, which have a longer way in the sensor and are counted more often. Matters for hard X-rays in thin silicon.</source>
        <translation>Korrigiert, dass schräge Strahlen einen längeren Weg im Sensor haben und öfter gezählt werden. Wichtig für harte Röntgenstrahlung in dünnem Silizium.</translation>
    </message>
    <message>
        <source>Parallax</source>
        <translation>Parallaxe</translation>
    </message>
    <message>
        <source>Corrects for slanted rays being counted further out than where they enter the sensor. A PONI file may ask for it, too.</source>
        <translation>Korrigiert, dass schräge Strahlen weiter außen gezählt werden, als sie in den Sensor eintreten. Auch eine PONI-Datei kann es verlangen.</translation>
    </message>
    <message>
        <source>Frames to workers</source>
        <translation>Bilder an Arbeiter</translation>
    </message>
    <message>
        <source>How frames are dealt out among workers: in turns, in stripes, in boxes or in clusters of the scan. The numbers do not depend on it; &quot;auto&quot; takes turns, or boxes when the object is cut into tiles.</source>
        <translation>Wie Bilder an die Arbeiter verteilt werden: reihum, in Streifen, in Rechtecken oder in Haufen des Scans. Die Zahlen hängen nicht davon ab; &quot;auto&quot; verteilt reihum, oder in Rechtecken, wenn das Objekt in Kacheln geteilt wird.</translation>
    </message>
    <message>
        <source>Memory limit</source>
        <translation>Speichergrenze</translation>
    </message>
    <message>
        <source>Memory that the job may use on each device and in the computer, when others need the rest; 0 is all that is free. What does not fit is cut into tiles, sent batch by batch, or kept in a file beside the result.</source>
        <translation>Speicher, den der Auftrag auf jedem Gerät und im Rechner nutzen darf, wenn andere den Rest brauchen; 0 ist alles, was frei ist. Was nicht passt, wird in Kacheln geteilt, stapelweise gesendet oder in einer Datei neben dem Ergebnis gehalten.</translation>
    </message>
    <message>
        <source>Object on workers</source>
        <translation>Objekt bei den Arbeitern</translation>
    </message>
    <message>
        <source>Whether each worker holds the whole object or only the part that its frames touch. The numbers do not depend on it; &quot;auto&quot; cuts the object when a whole one does not fit, or where that should be faster on several GPUs.</source>
        <translation>Ob jeder Arbeiter das ganze Objekt hält oder nur den Teil, den seine Bilder berühren. Die Zahlen hängen nicht davon ab; &quot;auto&quot; teilt das Objekt, wenn ein ganzes nicht passt oder wo es auf mehreren GPUs schneller sein dürfte.</translation>
    </message>
    <message>
        <source>Skip frames before</source>
        <translation>Bilder überspringen vor</translation>
    </message>
    <message>
        <source>Use every n-th frame</source>
        <translation>Jedes n-te Bild verwenden</translation>
    </message>
    <message>
        <source>Maximum number of frames</source>
        <translation>Höchstzahl der Bilder</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>Energie</translation>
    </message>
    <message>
        <source>Energy of the photons or electrons; 0 takes the value of the file. Set it when the file has none or a wrong one.</source>
        <translation>Energie der Photonen oder Elektronen; 0 nimmt den Wert der Datei. Einzustellen, wenn die Datei keinen oder einen falschen hat.</translation>
    </message>
    <message>
        <source>Particle</source>
        <translation>Teilchen</translation>
    </message>
    <message>
        <source>What the frames were taken with. It decides which wavelength an energy has: the energy of electrons is the accelerating voltage in kV, and their wavelength follows relativistically. A wavelength that the file gives is taken as it is.</source>
        <translation>Womit die Bilder aufgenommen wurden. Davon hängt ab, welche Wellenlänge eine Energie hat: die Energie von Elektronen ist die Beschleunigungsspannung in kV, und ihre Wellenlänge folgt relativistisch. Eine Wellenlänge, die die Datei nennt, wird übernommen.</translation>
    </message>
    <message>
        <source>Save waves up to</source>
        <translation>Wellen speichern bis</translation>
    </message>
    <message>
        <source>The difference map needs the waves of all frames to be continued exactly. Up to this size checkpoints and results hold them; beyond it an interrupted run begins its stage of the difference map again.</source>
        <translation>Um genau fortgesetzt zu werden, braucht die Difference Map die Wellen aller Bilder. Bis zu dieser Größe stehen sie in Zwischenständen und Ergebnissen; darüber beginnt ein unterbrochener Lauf seine Stufe der Difference Map von vorn.</translation>
    </message>
    <message>
        <source>Frames whose updates are summed before they are applied. 1 is the classic sequential engine; larger batches use more cores and devices, smaller ones converge in fewer iterations. Below 16 frames rPIE shortens its steps and raises its regularisation. 0 chooses by the scan and the number of GPUs: 64 frames and more each, a quarter of the scan at most; the default without GPUs.</source>
        <translation>Bilder, deren Änderungen summiert werden, bevor sie angewendet werden. 1 ist das klassische Verfahren, ein Bild nach dem anderen; größere Stapel nutzen mehr Kerne und Geräte, kleinere kommen in weniger Iterationen ans Ziel. Unter 16 Bildern verkürzt rPIE seine Schritte und erhöht seine Regularisierung. 0 wählt nach dem Scan und der Zahl der GPUs: 64 Bilder und mehr für jede, höchstens ein Viertel des Scans; ohne GPUs die Vorgabe.</translation>
    </message>
    <message>
        <source>Keep the pixel table</source>
        <translation>Pixeltabelle behalten</translation>
    </message>
    <message>
        <source>Keeps the table of a large detector in the user&apos;s cache folder (ewald/tables, at most 1 GB, safe to delete): the next run with the same geometry, mask and bins starts at once. The numbers do not depend on it.</source>
        <translation>Behält die Tabelle eines großen Detektors im Cache-Ordner des Benutzers (ewald/tables, höchstens 1 GB, darf gelöscht werden): Der nächste Lauf mit gleicher Geometrie, Maske und Einteilung beginnt sofort. Die Zahlen hängen nicht davon ab.</translation>
    </message>
    <message>
        <source>Excluded frames</source>
        <translation>Ausgelassene Bilder</translation>
    </message>
    <message>
        <source>Numbers of the frames that are left out, counted from 0: &quot;3, 17-20&quot;. They are chosen in the scan map, too.</source>
        <translation>Nummern der Bilder, die ausgelassen werden, ab 0 gezählt: „3, 17-20“. Sie lassen sich auch in der Karte des Scans wählen.</translation>
    </message>
    <message>
        <source>Frames kept in</source>
        <translation>Behaltene Bilder</translation>
    </message>
    <message>
        <source>Numbers of frames that are used although they are empty or mostly saturated and would be left out by themselves, counted from 0: &quot;3, 17-20&quot;.</source>
        <translation>Nummern von Bildern, die verwendet werden, obwohl sie leer oder größtenteils gesättigt sind und von selbst ausgelassen würden, von 0 an gezählt: &quot;3, 17-20&quot;.</translation>
    </message>
    <message>
        <source>Refine the positions</source>
        <translation>Positionen verfeinern</translation>
    </message>
    <message>
        <source>Moves each frame&apos;s position to where it fits the object best, by up to a pixel an iteration. Use it when the object is blurred or doubled although the error no longer falls. The result holds the refined positions beside those of the file.</source>
        <translation>Bewegt die Position jedes Bilds dorthin, wo sie am besten zum Objekt passt, um bis zu ein Pixel je Iteration. Zu verwenden, wenn das Objekt unscharf oder doppelt ist, obwohl der Fehler nicht mehr sinkt. Das Ergebnis enthält die verfeinerten Positionen neben denen der Datei.</translation>
    </message>
    <message>
        <source>Refine positions after</source>
        <translation>Positionen verfeinern nach</translation>
    </message>
    <message>
        <source>Iterations, counted over the whole pipeline, before positions move: the object has to show something first.</source>
        <translation>Iterationen, über den ganzen Ablauf gezählt, bevor sich Positionen bewegen: das Objekt muss erst etwas zeigen.</translation>
    </message>
    <message>
        <source>How positions are found</source>
        <translation>Wie Positionen gefunden werden</translation>
    </message>
    <message>
        <source>gradient: from how the pattern changes with the position; precise, for errors of up to about two pixels. search: tries places around each position, up to the largest move away at first; for larger errors, slower. both: searches first.</source>
        <translation>gradient: daraus, wie sich das Beugungsbild mit der Position ändert; genau, für Fehler bis etwa zwei Pixel. search: probiert Orte um jede Position herum, anfangs bis zur größten Bewegung entfernt; für größere Fehler, langsamer. both: sucht zuerst.</translation>
    </message>
    <message>
        <source>Largest move</source>
        <translation>Größte Bewegung</translation>
    </message>
    <message>
        <source>How far a position may go from that of the file, in pixels of the object along each axis.</source>
        <translation>Wie weit sich eine Position von der der Datei entfernen darf, in Pixeln des Objekts entlang jeder Achse.</translation>
    </message>
    <message>
        <source>Position refinement</source>
        <translation>Verfeinerung der Positionen</translation>
    </message>
    <message>
        <source>Modes of the plan</source>
        <translation>Moden des Plans</translation>
    </message>
    <message>
        <source>Positions move</source>
        <translation>Positionen bewegen</translation>
    </message>
    <message>
        <source>The automatic plan refines the scan positions once the object has taken shape.</source>
        <translation>Der automatische Plan verfeinert die Scanpositionen, sobald das Objekt Gestalt angenommen hat.</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlustfunktion</translation>
    </message>
    <message>
        <source>Step search</source>
        <translation>Schrittsuche</translation>
    </message>
    <message>
        <source>pooled: the best steps for all frames of a batch together. per_frame: the best steps of each frame, averaged without the extremes.</source>
        <translation>pooled: die besten Schritte für alle Bilder eines Stapels gemeinsam. per_frame: die besten Schritte jedes Bildes, gemittelt ohne die Extreme.</translation>
    </message>
    <message>
        <source>Step decay</source>
        <translation>Schrittabnahme</translation>
    </message>
    <message>
        <source>Factor on both steps in each iteration, down to a tenth, once the error falls by less than 2 %. 1 is off; 0.96 lowers the final error of 40 iterations and more.</source>
        <translation>Faktor auf beide Schritte in jeder Iteration, hinab bis zu einem Zehntel, sobald der Fehler um weniger als 2 % fällt. 1 ist aus; 0,96 senkt den Endfehler ab etwa 40 Iterationen.</translation>
    </message>
    <message>
        <source>Background and beam</source>
        <translation>Untergrund und Strahl</translation>
    </message>
    <message>
        <source>Fit the background</source>
        <translation>Untergrund anpassen</translation>
    </message>
    <message>
        <source>Fits the counts that every frame has beside the waves, pixel by pixel: scatter of air and windows, fluorescence, noise of the detector. Counts are never subtracted from the data. The result holds it as /entry/background.</source>
        <translation>Passt die Zählungen an, die jedes Bild neben den Wellen hat, Pixel für Pixel: Streuung von Luft und Fenstern, Fluoreszenz, Rauschen des Detektors. Von den Daten wird nie etwas abgezogen. Das Ergebnis enthält ihn als /entry/background.</translation>
    </message>
    <message>
        <source>Variable probe</source>
        <translation>Veränderliche Sonde</translation>
    </message>
    <message>
        <source>Modes by which the probe may change from frame to frame, each with a weight of its own in every frame (OPR); 0 is off. For a beam whose shape drifts or shakes. It always lowers the error: keep it only where half scans agree better as well.</source>
        <translation>Moden, um die sich die Sonde von Bild zu Bild ändern darf, jede mit einem eigenen Gewicht in jedem Bild (OPR); 0 ist aus. Für einen Strahl, dessen Form wandert oder zittert. Der Fehler sinkt damit immer: behalten Sie es nur bei, wo auch halbe Scans besser übereinstimmen.</translation>
    </message>
    <message>
        <source>Probe varies after</source>
        <translation>Sonde veränderlich ab</translation>
    </message>
    <message>
        <source>Iterations, counted over the whole pipeline, before the probe may change from frame to frame: until then it would take up what the object does not show yet.</source>
        <translation>Iterationen, über den ganzen Ablauf gezählt, bevor sich die Sonde von Bild zu Bild ändern darf: bis dahin nähme sie auf, was das Objekt noch nicht zeigt.</translation>
    </message>
    <message>
        <source>Smooth its weights over</source>
        <translation>Ihre Gewichte glätten über</translation>
    </message>
    <message>
        <source>Frames of a running median of the weights in the order of the scan, for a beam that changes slowly; 0 is off.</source>
        <translation>Bilder eines gleitenden Medians der Gewichte in der Reihenfolge des Scans, für einen Strahl, der sich langsam ändert; 0 ist aus.</translation>
    </message>
    <message>
        <source>Fit the beam of each frame</source>
        <translation>Strahl jedes Bildes anpassen</translation>
    </message>
    <message>
        <source>Fits how intense the beam was in each frame: for a beam that flickers or decays. What rises or falls evenly over the scan goes to the object, which data cannot tell from it. The result holds them as /entry/frame_intensities.</source>
        <translation>Passt an, wie intensiv der Strahl in jedem Bild war: für einen Strahl, der flackert oder abnimmt. Was über den Scan gleichmäßig steigt oder fällt, geht an das Objekt, denn die Daten können beides nicht unterscheiden. Das Ergebnis enthält sie als /entry/frame_intensities.</translation>
    </message>
    <message>
        <source>Probe modes that the automatic plan tries, unless more are asked for. Those that lower the error by next to nothing, or have next to no power, are left out once the object has taken shape.</source>
        <translation>Sondenmoden, die der automatische Plan versucht, wenn nicht mehr verlangt werden. Solche, die den Fehler kaum senken oder fast keine Leistung haben, entfallen, sobald das Objekt Gestalt angenommen hat.</translation>
    </message>
    <message>
        <source>Uses only every n-th frame: a quick look at a large scan.</source>
        <translation>Verwendet nur jedes n-te Bild: ein schneller Blick auf einen großen Scan.</translation>
    </message>
    <message>
        <source>Half of the scan</source>
        <translation>Hälfte des Scans</translation>
    </message>
    <message>
        <source>Uses a half of the frames, drawn at random but always the same ones: what both halves show alike is no noise. &quot;Resolution by halves&quot; reconstructs both.</source>
        <translation>Verwendet eine Hälfte der Bilder, zufällig gewählt, aber immer dieselben: was beide Hälften gleich zeigen, ist kein Rauschen. „Auflösung aus Hälften“ rekonstruiert beide.</translation>
    </message>
    <message>
        <source>Resolution by halves</source>
        <translation>Auflösung aus Hälften</translation>
    </message>
    <message>
        <source>Afterwards reconstructs two random halves of the scan (of each two consecutive frames one) in the same way, each by itself, and stores down to which size they agree (Fourier ring correlation). Takes about as long as the reconstruction again.</source>
        <translation>Rekonstruiert danach zwei zufällige Hälften des Scans (von je zwei aufeinanderfolgenden Bildern eines) auf dieselbe Weise, jede für sich, und speichert, bis zu welcher Größe sie übereinstimmen (Fourier-Ringkorrelation). Dauert etwa noch einmal so lange wie die Rekonstruktion.</translation>
    </message>
    <message>
        <source>Memory of squares</source>
        <translation>Gedächtnis der Quadrate</translation>
    </message>
    <message>
        <source>Fraction of the previous mean of squared gradients, which each pixel divides its steps by, that is kept.</source>
        <translation>Welcher Anteil des bisherigen Mittels der quadrierten Gradienten, durch das jedes Pixel seine Schritte teilt, erhalten bleibt.</translation>
    </message>
    <message>
        <source>Remembered steps</source>
        <translation>Gemerkte Schritte</translation>
    </message>
    <message>
        <source>Steps whose curvature is remembered. Each takes the memory of two objects; more than 10 help little.</source>
        <translation>Schritte, deren Krümmung gemerkt wird. Jeder braucht den Speicher zweier Objekte; mehr als 10 helfen wenig.</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>Length of a step. Adam: as a part of object and probe themselves, 0.001 to 0.02. SGD: times the gradient, 0.1 to 1. Lower it when the error jumps up and down.</source>
        <translation>Länge eines Schritts. Adam: als Anteil von Objekt und Sonde selbst, 0,001 bis 0,02. SGD: mal Gradient, 0,1 bis 1. Verringern, wenn der Fehler auf und ab springt.</translation>
    </message>
    <message>
        <source>Softness</source>
        <translation>Weichheit</translation>
    </message>
    <message>
        <source>How much of the difference to the measured amplitudes a projection leaves: 0 leaves none and follows the noise; 0.1 to 0.3 calms noisy data.</source>
        <translation>Wie viel vom Unterschied zu den gemessenen Amplituden eine Projektion lässt: 0 lässt nichts und folgt dem Rauschen; 0,1 bis 0,3 beruhigt verrauschte Daten.</translation>
    </message>
    <message>
        <source>Feedback</source>
        <translation>Rückführung</translation>
    </message>
    <message>
        <source>1 explores as the difference map does; smaller settles earlier, and 0.5 is for the last iterations.</source>
        <translation>1 sucht wie die Difference Map; kleiner kommt früher zur Ruhe, und 0,5 ist für die letzten Iterationen.</translation>
    </message>
    <message>
        <source>How fractions of a pixel enter: &quot;nearest&quot; rounds (fastest), &quot;bilinear&quot; interpolates the object, &quot;fourier&quot; shifts the probe exactly at the price of two more FFTs a frame and mode. &quot;auto&quot;: the engine Automatic interpolates first and ends with exact shifts (far field), engines of projections shift exactly there, other engines interpolate.</source>
        <translation>Wie Bruchteile eines Pixels eingehen: „nearest“ rundet (am schnellsten), „bilinear“ interpoliert das Objekt, „fourier“ verschiebt die Sonde exakt um den Preis zweier weiterer FFTs je Bild und Mode. „auto“: das Verfahren Automatisch interpoliert zuerst und endet mit exakten Verschiebungen (Fernfeld), Verfahren mit Projektionen verschieben dort exakt, andere interpolieren.</translation>
    </message>
    <message>
        <source>What is minimised. amplitude: the best for nearly all data. poisson: for the last iterations at less than one count a pixel. intensity: bright pixels count most. unbiased: the amplitudes without their bias where there are few counts; for frames of whole counts. robust: pixels that are far off count little; to finish with.</source>
        <translation>Was minimiert wird. amplitude: das Beste für fast alle Daten. poisson: für die letzten Iterationen bei weniger als einem Zählwert je Pixel. intensity: helle Pixel zählen am meisten. unbiased: die Amplituden ohne ihren systematischen Fehler bei wenigen Zählwerten, die ganze Zahlen sind. robust: Pixel, die weit daneben liegen, zählen wenig; für den Schluss.</translation>
    </message>
    <message>
        <source>Fit where it pays</source>
        <translation>Anpassen, wo es lohnt</translation>
    </message>
    <message>
        <source>Pixels with this many counts or more are saturated in their frame; 0: as the file says (saturation_value), else the largest value of its type, or the one below it.</source>
        <translation>Pixel mit so vielen oder mehr Zählwerten sind in ihrem Bild gesättigt; 0: wie es die Datei sagt (saturation_value), sonst der größte Wert ihres Typs oder der darunter.</translation>
    </message>
    <message>
        <source>Makes the probe&apos;s window so many times larger than a frame has pixels, with object pixels of the same size: 2 for a probe that is larger than half the window, or a detector with coarse pixels. Memory grows with its square, time by more. Far field only, and not for engines that store waves.</source>
        <translation>Macht das Fenster der Sonde so viele Male größer, als ein Bild Pixel hat, mit gleich großen Objektpixeln: 2 für eine Sonde, die größer als das halbe Fenster ist, oder einen Detektor mit groben Pixeln. Der Speicher wächst mit dem Quadrat, die Zeit stärker. Nur im Fernfeld und nicht für Verfahren, die Wellen speichern.</translation>
    </message>
    <message>
        <source>For frames that are exposed while the beam moves on: places along the path of each frame, halfway from and to its neighbours, that are computed and summed up. 5 to 11, a quarter of the probe&apos;s features apart; time grows by more than in proportion. Not for engines that store waves.</source>
        <translation>Für Bilder, die belichtet werden, während der Strahl weitergeht: Stellen auf dem Weg jedes Bildes, von halbwegs zum vorigen bis halbwegs zum nächsten, die berechnet und summiert werden. 5 bis 11, im Abstand von einem Viertel der Strukturen der Sonde; die Zeit wächst stärker als im Verhältnis. Nicht für Verfahren, die Wellen speichern.</translation>
    </message>
    <message>
        <source>Peaks</source>
        <translation>Reflexe</translation>
    </message>
    <message>
        <source>Peak shape</source>
        <translation>Form der Reflexe</translation>
    </message>
    <message>
        <source>Profile of the peaks. Split: with a half width of its own on each side.</source>
        <translation>Profil der Reflexe. Geteilt: mit einer eigenen halben Breite auf jeder Seite.</translation>
    </message>
    <message>
        <source>Background degree</source>
        <translation>Grad des Untergrunds</translation>
    </message>
    <message>
        <source>Degree of the polynomial under the peaks of a region.</source>
        <translation>Grad des Polynoms unter den Reflexen eines Bereichs.</translation>
    </message>
    <message>
        <source>Most peaks</source>
        <translation>Höchstens Reflexe</translation>
    </message>
    <message>
        <source>Of the peaks that are found, the strongest are fitted: at most so many.</source>
        <translation>Von den Reflexen, die gefunden werden, werden die stärksten angepasst: höchstens so viele.</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>Patterns that are fitted at a time; 0: as many as the machine can.</source>
        <translation>Diagramme, die gleichzeitig angepasst werden; 0: so viele, wie der Rechner kann.</translation>
    </message>
    <message>
        <source>Position of the detector arm</source>
        <translation>Position des Detektorarms</translation>
    </message>
    <message>
        <source>Where the arm is that a goniometer file of pyFAI describes, which may stand for the PONI file: numbers in the order of its names, such as &quot;30, 0.5&quot;, or paths of datasets in the frames&apos; file, such as /1.1/instrument/positioners/tth.</source>
        <translation>Wo der Arm ist, den eine Goniometerdatei von pyFAI beschreibt, die an der Stelle der PONI-Datei stehen kann: Zahlen in der Reihenfolge ihrer Namen, etwa „30, 0.5“, oder Pfade von Datensätzen in der Datei der Bilder, etwa /1.1/instrument/positioners/tth.</translation>
    </message>
    <message>
        <source>Clipped background</source>
        <translation>Abgeschnittener Untergrund</translation>
    </message>
    <message>
        <source>Bins to each side over which the pattern is clipped (SNIP) for a background below the polynomial: about the width of a peak at its foot; 0: none.</source>
        <translation>Klassen zu jeder Seite, über die das Diagramm abgeschnitten wird (SNIP), für einen Untergrund unter dem Polynom: etwa die Breite eines Reflexes an seinem Fuß; 0: keiner.</translation>
    </message>
    <message>
        <source>With maximum likelihood, the automatic plan fits the intensity of each frame where the beam varies by more than counts do, a background where there is one, and both where the error is still far above the noise limit at the end.</source>
        <translation>Mit Maximum Likelihood passt der automatische Plan die Intensität jedes Bilds an, wenn der Strahl stärker schwankt als die Zählstatistik, einen Untergrund, wenn es einen gibt, und beides, wenn der Fehler am Ende noch weit über der Rauschgrenze liegt.</translation>
    </message>
    <message>
        <source>Follow the file</source>
        <translation>Der Datei folgen</translation>
    </message>
    <message>
        <source>While the scan is still running: frames are integrated as they are written, until the writer closes the file. Files that are complete are integrated as without it.</source>
        <translation>Während der Scan noch läuft: Bilder werden integriert, wie sie geschrieben werden, bis die Datei geschlossen wird. Vollständige Dateien werden integriert wie ohne das.</translation>
    </message>
    <message>
        <source>End without frames after</source>
        <translation>Ende ohne Bilder nach</translation>
    </message>
    <message>
        <source>A file that is followed is taken for complete when no frame has come for so long: single images and old HDF5 files do not say that they are closed, and writers crash. Longer than the scan pauses.</source>
        <translation>Eine Datei, der gefolgt wird, gilt als vollständig, wenn so lange kein Bild kam: Einzelne Bilder und alte HDF5-Dateien sagen nicht, dass sie geschlossen sind, und schreibende Programme stürzen ab. Länger, als der Scan pausiert.</translation>
    </message>
    <message>
        <source>Measurement without sample</source>
        <translation>Messung ohne Probe</translation>
    </message>
    <message>
        <source>Result of an integration of the empty cell, with the same bins and corrections: the mean of its patterns is subtracted from every pattern.</source>
        <translation>Ergebnis einer Integration der leeren Zelle, mit denselben Klassen und Korrekturen: Das Mittel ihrer Diagramme wird von jedem Diagramm abgezogen.</translation>
    </message>
    <message>
        <source>Scale of the empty</source>
        <translation>Faktor der leeren Messung</translation>
    </message>
    <message>
        <source>Factor of the pattern without sample, where no monitor makes both alike: the ratio of exposure times, for example.</source>
        <translation>Faktor des Diagramms ohne Probe, wo kein Monitor beide vergleichbar macht: zum Beispiel das Verhältnis der Belichtungszeiten.</translation>
    </message>
    <message>
        <source>Transmission of the empty</source>
        <translation>Transmission der leeren Messung</translation>
    </message>
    <message>
        <source>Part of the beam that crosses the empty cell, by which its pattern is divided; 1 where the monitor stands behind it.</source>
        <translation>Teil des Strahls, der durch die leere Zelle geht; durch ihn wird ihr Diagramm geteilt. 1, wo der Monitor hinter ihr steht.</translation>
    </message>
    <message>
        <source>Transmission of the sample</source>
        <translation>Transmission der Probe</translation>
    </message>
    <message>
        <source>Part of the beam that crosses the sample with its cell, by which patterns are divided; 1 where the monitor stands behind it.</source>
        <translation>Teil des Strahls, der durch die Probe mit ihrer Zelle geht; durch ihn werden die Diagramme geteilt. 1, wo der Monitor hinter ihr steht.</translation>
    </message>
    <message>
        <source>Thickness of the sample</source>
        <translation>Dicke der Probe</translation>
    </message>
    <message>
        <source>Way of the beam in the sample, without the walls of its cell, for an intensity in 1/cm.</source>
        <translation>Weg des Strahls in der Probe, ohne die Wände ihrer Zelle, für eine Intensität in 1/cm.</translation>
    </message>
    <message>
        <source>Calibration factor</source>
        <translation>Eichfaktor</translation>
    </message>
    <message>
        <source>Makes the intensity a scattering cross section in 1/cm: the factor that ewald-cli absolute finds with a standard, such as glassy carbon. Needs the thickness.</source>
        <translation>Macht aus der Intensität einen Streuquerschnitt in 1/cm: der Faktor, den ewald-cli absolute mit einem Standard wie Glaskohlenstoff findet. Braucht die Dicke.</translation>
    </message>
    <message>
        <source>Error of the factor</source>
        <translation>Fehler des Faktors</translation>
    </message>
    <message>
        <source>Standard deviation of the calibration factor. It is written beside the patterns and not added to their errors, as it moves all bins together.</source>
        <translation>Standardabweichung des Eichfaktors. Sie steht neben den Diagrammen und wird nicht zu ihren Fehlern addiert, weil sie alle Klassen gemeinsam bewegt.</translation>
    </message>
    <message>
        <source>Absolute intensity</source>
        <translation>Absolute Intensität</translation>
    </message>
    <message>
        <source>Point spread</source>
        <translation>Punktspreizung</translation>
    </message>
    <message>
        <source>Sigma of a Gaussian, in pixels of the detector before they are binned, over which the light of each is counted: of a scintillator, charge that is shared, or a source of a finite size. Take it where it is known, 0.3 to 2, or fit it. Frames stay as they are; time grows. Not for engines that store waves.</source>
        <translation>Sigma eines Gaußes, in Pixeln des Detektors, bevor sie zusammengefasst werden, über den das Licht eines jeden gezählt wird: eines Szintillators, von Ladung, die sich verteilt, oder einer Quelle endlicher Größe. Zu nehmen, wo es bekannt ist, 0,3 bis 2, oder anzupassen. Die Bilder bleiben, wie sie sind; die Zeit wächst. Nicht für Verfahren, die Wellen speichern.</translation>
    </message>
    <message>
        <source>Fit the point spread</source>
        <translation>Punktspreizung anpassen</translation>
    </message>
    <message>
        <source>Fits the sigma of the point spread beside object and probe, from the given one on: 0.5 is a good start. More probe modes than the beam has take up what belongs to it. The log and the result say what was found.</source>
        <translation>Passt das Sigma der Punktspreizung neben Objekt und Sonde an, vom gegebenen aus: 0,5 ist ein guter Anfang. Mehr Sondenmoden, als der Strahl hat, nehmen auf, was zu ihm gehört. Protokoll und Ergebnis sagen, was gefunden wurde.</translation>
    </message>
    <message>
        <source>Known region</source>
        <translation>Bekannter Bereich</translation>
    </message>
    <message>
        <source>Amplitude there</source>
        <translation>Amplitude dort</translation>
    </message>
    <message>
        <source>Amplitude of the object in the known region: 1 for vacuum or air, the root of the transmission for a membrane.</source>
        <translation>Amplitude des Objekts im bekannten Bereich: 1 für Vakuum oder Luft, die Wurzel der Transmission für eine Membran.</translation>
    </message>
    <message>
        <source>A rectangle without sample that the scan has reached, as ranges of x and y of the object: &quot;3:8, -2:5&quot;, or &quot;3:, :&quot; for all beyond x = 3. There the object is what is known of it, which gives the rest its amplitudes, its phases and no tilt of them. One slice, one mode; not for engines that keep waves or moments.</source>
        <translation>Ein Rechteck ohne Probe, das der Scan erreicht hat, als Bereiche von x und y des Objekts: &quot;3:8, -2:5&quot;, oder &quot;3:, :&quot; für alles jenseits von x = 3. Dort ist das Objekt das, was von ihm bekannt ist, was dem übrigen seine Amplituden und Phasen gibt und deren Neigung nimmt. Eine Schicht, eine Mode; nicht für Verfahren, die Wellen oder Momente behalten.</translation>
    </message>
    <message>
        <source>Side of the square that is cut out of each frame around the centre, in stored pixels; 0 takes the largest square. A smaller square is faster and gives larger object pixels; of a larger one, up to twice the longer side, what lies beside the frame is not measured.</source>
        <translation>Seite des Quadrats, das aus jedem Bild um die Mitte ausgeschnitten wird, in gespeicherten Pixeln; 0 nimmt das größte Quadrat. Ein kleineres Quadrat ist schneller und gibt größere Objektpixel; von einem größeren, bis zum Doppelten der längeren Seite, ist nicht gemessen, was neben dem Bild liegt.</translation>
    </message>
    <message>
        <source>Image that is subtracted from every frame (HDF5, TIFF, EDF, CBF, NPY), of the stored frame&apos;s shape. Of several images, also those of all files that fit a name such as dark_*.cbf, the mean.</source>
        <translation>Bild, das von jedem Bild abgezogen wird (HDF5, TIFF, EDF, CBF, NPY), in der Form des gespeicherten Bildes. Von mehreren Bildern, auch denen aller Dateien, auf die ein Name wie dark_*.cbf passt, der Mittelwert.</translation>
    </message>
    <message>
        <source>Image of the pixels&apos; efficiencies by which frames are divided, of the stored frame&apos;s shape; pixels of zero efficiency are left out. Of several images, also of files that fit a name with *, the mean.</source>
        <translation>Bild der Empfindlichkeiten der Pixel, durch das Bilder geteilt werden, in der Form des gespeicherten Bildes; Pixel ohne Empfindlichkeit werden ausgelassen. Von mehreren Bildern, auch von Dateien, auf die ein Name mit * passt, der Mittelwert.</translation>
    </message>
    <message>
        <source>Angle between the detector&apos;s normal and the beam, as Fit2D writes it; without one the tilt of the PONI file or of the frames holds, or none.</source>
        <translation>Winkel zwischen der Normalen des Detektors und dem Strahl, wie Fit2D ihn schreibt; ohne ihn gilt die Neigung der PONI-Datei oder der Bilder, oder keine.</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>largest square</source>
        <translation>größtes Quadrat</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>far field</source>
        <translation>Fernfeld</translation>
    </message>
    <message>
        <source>no cake</source>
        <translation>kein Cake</translation>
    </message>
    <message>
        <source>whole range</source>
        <translation>ganzer Bereich</translation>
    </message>
    <message>
        <source>all azimuths</source>
        <translation>alle Azimute</translation>
    </message>
    <message>
        <source>from the geometry</source>
        <translation>aus der Geometrie</translation>
    </message>
    <message>
        <source>of the detector</source>
        <translation>des Detektors</translation>
    </message>
    <message>
        <source>at once</source>
        <translation>sofort</translation>
    </message>
    <message>
        <source>at the end</source>
        <translation>am Ende</translation>
    </message>
    <message>
        <source>all that is free</source>
        <translation>alles, was frei ist</translation>
    </message>
    <message>
        <source>from the file</source>
        <translation>aus der Datei</translation>
    </message>
</context>
<context>
    <name>Peaks</name>
    <message>
        <source>Position</source>
        <translation>Position</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>Area</source>
        <translation>Fläche</translation>
    </message>
    <message>
        <source>Reduced χ²</source>
        <translation>Reduziertes χ²</translation>
    </message>
    <message>
        <source>fitted</source>
        <translation>angepasst</translation>
    </message>
    <message>
        <source>weak</source>
        <translation>schwach</translation>
    </message>
    <message>
        <source>not converged</source>
        <translation>nicht konvergiert</translation>
    </message>
    <message>
        <source>no points</source>
        <translation>keine Punkte</translation>
    </message>
    <message>
        <source>The area is below three standard deviations: there may be no peak</source>
        <translation>Die Fläche liegt unter drei Standardabweichungen: Vielleicht ist da kein Reflex</translation>
    </message>
    <message>
        <source>The fit did not come to rest: these values mean little</source>
        <translation>Die Anpassung kam nicht zur Ruhe: Diese Werte bedeuten wenig</translation>
    </message>
    <message>
        <source>The region has fewer points than the fit has parameters</source>
        <translation>Der Bereich hat weniger Punkte als die Anpassung Parameter</translation>
    </message>
</context>
<context>
    <name>RunList</name>
    <message>
        <source>d MMM HH:mm</source>
        <translation>d. MMM HH:mm</translation>
    </message>
</context>
<context>
    <name>ScanData</name>
    <message>
        <source>One pixel outshines all others (%1 counts in the mean, the next %2): a hot pixel? Mask it on the page Data</source>
        <translation>Ein Pixel überstrahlt alle anderen (%1 Ereignisse im Mittel, das nächste %2): ein heißes Pixel? Auf der Seite Daten maskieren</translation>
    </message>
    <message>
        <source>%3 pixels outshine all others (%1 counts in the mean, the next %2): hot pixels? Mask them on the page Data</source>
        <translation>%3 Pixel überstrahlen alle anderen (%1 Ereignisse im Mittel, das nächste %2): heiße Pixel? Auf der Seite Daten maskieren</translation>
    </message>
</context>
<context>
    <name>Units</name>
    <message>
        <source>frames</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>counts</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>iterations</source>
        <translation>Iterationen</translation>
    </message>
    <message>
        <source>frame</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>count</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <source>iteration</source>
        <translation>Iteration</translation>
    </message>
    <message>
        <source>bin</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>bins</source>
        <translation>Klassen</translation>
    </message>
</context>
<context>
    <name>ewald::ui::AboutDialog</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>About Ewald</source>
        <translation>Über Ewald</translation>
    </message>
    <message>
        <source>Free software under the GNU General Public License, version 3 or later. It comes without any warranty.</source>
        <translation>Freie Software unter der GNU General Public License, Version 3 oder später. Ohne jede Gewähr.</translation>
    </message>
    <message>
        <source>Built on:</source>
        <translation>Gebaut auf:</translation>
    </message>
    <message>
        <source>Ptychography and azimuthal integration for synchrotron beamlines, on the GPUs of the machine or on its processor.</source>
        <translation>Ptychographie und azimutale Integration für Synchrotron-Messplätze, auf den GPUs des Rechners oder auf seinem Prozessor.</translation>
    </message>
    <message>
        <source>Used where they are installed:</source>
        <translation>Verwendet, wo sie installiert sind:</translation>
    </message>
</context>
<context>
    <name>ewald::ui::BackgroundPanel</name>
    <message>
        <source>Background</source>
        <translation>Untergrund</translation>
    </message>
    <message>
        <source>Counts that every frame has beside the waves, for each pixel of the detector</source>
        <translation>Ereignisse, die jedes Bild neben den Wellen hat, für jedes Pixel des Detektors</translation>
    </message>
    <message>
        <source>counts</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>No background yet</source>
        <translation>Noch kein Untergrund</translation>
    </message>
    <message>
        <source>px</source>
        <translation>px</translation>
    </message>
    <message>
        <source>y</source>
        <translation>y</translation>
    </message>
    <message>
        <source>x</source>
        <translation>x</translation>
    </message>
    <message>
        <source>Sum: %1</source>
        <translation>Summe: %1</translation>
    </message>
</context>
<context>
    <name>ewald::ui::BatchDialog</name>
    <message>
        <source>Queue many scans</source>
        <translation>Viele Scans in die Warteschlange</translation>
    </message>
    <message>
        <source>Varied:</source>
        <translation>Variiert:</translation>
    </message>
    <message>
        <source>Also what was set for the open scan: %1</source>
        <translation>Auch was für den offenen Scan gesetzt wurde: %1</translation>
    </message>
    <message>
        <source>Geometry, masks, crop and frames belong to a scan: are they the same for these?</source>
        <translation>Geometrie, Masken, Ausschnitt und Bilder gehören zu einem Scan: Gelten sie auch für diese?</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>Auftrag</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Jobs that would be added</source>
        <translation>Aufträge, die entstehen würden</translation>
    </message>
    <message>
        <source>They run one after the other, with the parameters of the form</source>
        <translation>Sie laufen nacheinander, mit den Parametern des Formulars</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>/data/night/scan_*.cxi
a file, a folder or a pattern a line</source>
        <translation>/data/night/scan_*.cxi
eine Datei, ein Ordner oder ein Muster je Zeile</translation>
    </message>
    <message>
        <source>Files, folders and patterns (* for anything, # for a digit), one a line. Of a folder all files that look like scans are taken.</source>
        <translation>Dateien, Ordner und Muster (* für Beliebiges, # für eine Ziffer), je Zeile eines. Von einem Ordner werden alle Dateien genommen, die nach Scans aussehen.</translation>
    </message>
    <message>
        <source>Scans</source>
        <translation>Scans</translation>
    </message>
    <message>
        <source>Files…</source>
        <translation>Dateien …</translation>
    </message>
    <message>
        <source>Adds files to the list</source>
        <translation>Fügt der Liste Dateien hinzu</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>Ordner …</translation>
    </message>
    <message>
        <source>Adds a folder to the list</source>
        <translation>Fügt der Liste einen Ordner hinzu</translation>
    </message>
    <message>
        <source>Scans:</source>
        <translation>Scans:</translation>
    </message>
    <message>
        <source>none: a CSV file with one row a scan</source>
        <translation>keine: eine CSV-Datei mit einer Zeile je Scan</translation>
    </message>
    <message>
        <source>The first line names the columns: file, name, sample, comment, operator, output, priority, devices, and any parameter of a job document (probe_modes, energy_keV, …). It takes the place of the list above.</source>
        <translation>Die erste Zeile nennt die Spalten: file, name, sample, comment, operator, output, priority, devices und jeder Parameter eines Auftragsdokuments (probe_modes, energy_keV, …). Sie tritt an die Stelle der Liste darüber.</translation>
    </message>
    <message>
        <source>Table of values</source>
        <translation>Tabelle der Werte</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen …</translation>
    </message>
    <message>
        <source>Chooses the table</source>
        <translation>Wählt die Tabelle</translation>
    </message>
    <message>
        <source>Or a table:</source>
        <translation>Oder eine Tabelle:</translation>
    </message>
    <message>
        <source>In braces: {folder}, {name}, {file}, {scan} (the last number of the name), {number}, {sample}, {operator}, {date}, {time}, {engine}, {iterations}, any parameter, or a value of the file: {/entry/sample/name}</source>
        <translation>In geschweiften Klammern: {folder}, {name}, {file}, {scan} (die letzte Zahl des Namens), {number}, {sample}, {operator}, {date}, {time}, {engine}, {iterations}, jeder Parameter oder ein Wert der Datei: {/entry/sample/name}</translation>
    </message>
    <message>
        <source>Result files:</source>
        <translation>Ergebnisdateien:</translation>
    </message>
    <message>
        <source>Where each result goes.</source>
        <translation>Wohin jedes Ergebnis kommt.</translation>
    </message>
    <message>
        <source>Job names:</source>
        <translation>Namen der Aufträge:</translation>
    </message>
    <message>
        <source>What the jobs are called in the queue.</source>
        <translation>Wie die Aufträge in der Warteschlange heißen.</translation>
    </message>
    <message>
        <source>Sample:</source>
        <translation>Probe:</translation>
    </message>
    <message>
        <source>Of all of these jobs; or @/entry/sample/name: what the file of each says. May be empty.</source>
        <translation>Aller dieser Aufträge; oder @/entry/sample/name: was die Datei eines jeden sagt. Darf leer sein.</translation>
    </message>
    <message>
        <source>Folder of scans</source>
        <translation>Ordner mit Scans</translation>
    </message>
    <message>
        <source>Tables (*.csv *.txt *.tsv);;All files (*)</source>
        <translation>Tabellen (*.csv *.txt *.tsv);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Queue the jobs</source>
        <translation>Einreihen</translation>
    </message>
    <message>
        <source>Name scans, a folder, a pattern or a table.</source>
        <translation>Nennen Sie Scans, einen Ordner, ein Muster oder eine Tabelle.</translation>
    </message>
    <message>
        <source>Queue %1 {job|jobs}</source>
        <translation>%1 {Auftrag|Aufträge} einreihen</translation>
    </message>
    <message>
        <source>%1 of %2 jobs cannot be queued: %3</source>
        <translation>%1 von %2 Aufträgen können nicht eingereiht werden: %3</translation>
    </message>
    <message>
        <source>The first %1 of %2 jobs are shown.</source>
        <translation>Die ersten %1 von %2 Aufträgen werden gezeigt.</translation>
    </message>
</context>
<context>
    <name>ewald::ui::ChoiceEditor</name>
    <message>
        <source>Take it from a file, for example an earlier result</source>
        <translation>Aus einer Datei nehmen, etwa einem früheren Ergebnis</translation>
    </message>
</context>
<context>
    <name>ewald::ui::ClusterPicker</name>
    <message>
        <source>Runs on</source>
        <translation>Läuft auf</translation>
    </message>
    <message>
        <source>Where Start and Add to queue run jobs. A cluster (Slurm) chooses the devices by itself; the run is shown here as usual, and goes on when the window is closed.</source>
        <translation>Wo „Start“ und „In die Warteschlange“ Aufträge ausführen. Ein Cluster (Slurm) wählt die Geräte selbst; der Lauf wird hier wie gewohnt gezeigt und geht weiter, wenn das Fenster geschlossen wird.</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>Dieser Rechner</translation>
    </message>
    <message>
        <source>Asks the cluster for</source>
        <translation>Verlangt vom Cluster</translation>
    </message>
    <message>
        <source>Runs on:</source>
        <translation>Läuft auf:</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>Cluster: %1</source>
        <translation>Cluster: %1</translation>
    </message>
    <message>
        <source>Jobs are handed to Slurm on this computer</source>
        <translation>Aufträge werden Slurm auf diesem Rechner übergeben</translation>
    </message>
    <message>
        <source>Jobs are handed to Slurm on %1, through ssh</source>
        <translation>Aufträge werden Slurm auf %1 übergeben, über ssh</translation>
    </message>
    <message>
        <source>Asking the cluster …</source>
        <translation>Der Cluster wird gefragt …</translation>
    </message>
    <message>
        <source>The cluster takes such jobs.</source>
        <translation>Der Cluster nimmt solche Aufträge an.</translation>
    </message>
    <message>
        <source>Cluster: Slurm</source>
        <translation>Cluster: Slurm</translation>
    </message>
    <message>
        <source>Cluster: Slurm, with a module</source>
        <translation>Cluster: Slurm, mit Modul</translation>
    </message>
    <message>
        <source>Cluster: Slurm, with Apptainer</source>
        <translation>Cluster: Slurm, mit Apptainer</translation>
    </message>
    <message>
        <source>Also:</source>
        <translation>Außerdem:</translation>
    </message>
    <message>
        <source>Time:</source>
        <translation>Zeit:</translation>
    </message>
    <message>
        <source>Time limit of a job: 4h, 90min, or 04:00:00; a number alone is minutes</source>
        <translation>Zeitgrenze eines Auftrags: 4h, 90min oder 04:00:00; eine Zahl allein sind Minuten</translation>
    </message>
    <message>
        <source>GPUs:</source>
        <translation>GPUs:</translation>
    </message>
    <message>
        <source>GPUs on each node</source>
        <translation>GPUs auf jedem Knoten</translation>
    </message>
    <message>
        <source>Memory:</source>
        <translation>Speicher:</translation>
    </message>
    <message>
        <source>Memory on each node, 64G</source>
        <translation>Speicher auf jedem Knoten, 64G</translation>
    </message>
    <message>
        <source>Partition:</source>
        <translation>Partition:</translation>
    </message>
    <message>
        <source>Which nodes: the partition of the cluster</source>
        <translation>Welche Knoten: die Partition des Clusters</translation>
    </message>
    <message>
        <source>Account:</source>
        <translation>Konto:</translation>
    </message>
    <message>
        <source>Whose account the time is taken from</source>
        <translation>Von wessen Konto die Zeit genommen wird</translation>
    </message>
    <message>
        <source>Words of the form key=value with blanks between them, such as nodes=2
This cluster&apos;s template knows, besides: %1</source>
        <translation>Angaben der Form Name=Wert mit Leerzeichen dazwischen, etwa nodes=2
Die Vorlage dieses Clusters kennt außerdem: %1</translation>
    </message>
</context>
<context>
    <name>ewald::ui::CompareImages</name>
    <message>
        <source>Where A ends and B begins</source>
        <translation>Wo A endet und B beginnt</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>Nebeneinander</translation>
    </message>
    <message>
        <source>A on the left, B on the right</source>
        <translation>A links, B rechts</translation>
    </message>
    <message>
        <source>Blink</source>
        <translation>Blinken</translation>
    </message>
    <message>
        <source>A and B one after the other in the same place (key B)</source>
        <translation>A und B abwechselnd am selben Ort (Taste B)</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>Geteilt</translation>
    </message>
    <message>
        <source>A on the left of a border that you move, B on its right</source>
        <translation>A links einer Grenze, die sich verschieben lässt, B rechts</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Unterschied</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <source>Amplitude</source>
        <translation>Amplitude</translation>
    </message>
    <message>
        <source>What of the objects is shown</source>
        <translation>Was von den Objekten gezeigt wird</translation>
    </message>
    <message>
        <source>Changes between A and B without a key, more than once a second</source>
        <translation>Wechselt ohne Taste zwischen A und B, mehr als einmal in der Sekunde</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>Phase of A minus phase of B, aligned</source>
        <translation>Phase von A minus Phase von B, ausgerichtet</translation>
    </message>
    <message>
        <source>Amplitude of A minus B, aligned</source>
        <translation>Amplitude von A minus B, ausgerichtet</translation>
    </message>
    <message>
        <source>A − B</source>
        <translation>A − B</translation>
    </message>
    <message>
        <source>rad</source>
        <translation>rad</translation>
    </message>
    <message>
        <source>A minus B after alignment: white is no difference, red is more in A, blue more in B</source>
        <translation>A minus B nach dem Ausrichten: Weiß ist kein Unterschied, rot ist mehr in A, blau mehr in B</translation>
    </message>
    <message>
        <source>Auto-blink</source>
        <translation>Von selbst wechseln</translation>
    </message>
    <message>
        <source>not lit</source>
        <translation>nicht beleuchtet</translation>
    </message>
</context>
<context>
    <name>ewald::ui::CompareProbes</name>
    <message>
        <source>Propagating…</source>
        <translation>Ausbreitung wird berechnet …</translation>
    </message>
    <message>
        <source>No results yet</source>
        <translation>Noch keine Ergebnisse</translation>
    </message>
    <message>
        <source>Distance (%1)</source>
        <translation>Abstand (%1)</translation>
    </message>
    <message>
        <source>FWHM (%1)</source>
        <translation>Halbwertsbreite (%1)</translation>
    </message>
    <message>
        <source>A, x</source>
        <translation>A, x</translation>
    </message>
    <message>
        <source>A, y</source>
        <translation>A, y</translation>
    </message>
    <message>
        <source>B, x</source>
        <translation>B, x</translation>
    </message>
    <message>
        <source>B, y</source>
        <translation>B, y</translation>
    </message>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>The probes have different numbers of pixels: what they have in common is not known.</source>
        <translation>Die Sonden haben verschieden viele Pixel: Was sie gemeinsam haben, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt;: degree of coherence %2 (modes: %3); </source>
        <translation>&lt;b&gt;%1&lt;/b&gt;: Kohärenzgrad %2 (Moden: %3); </translation>
    </message>
    <message>
        <source>the focus is not within ±%1, as far as these pixels can be propagated.</source>
        <translation>der Fokus liegt nicht innerhalb von ±%1, so weit sich diese Pixel ausbreiten lassen.</translation>
    </message>
    <message>
        <source>focus %1 %2 of the sample, %3 × %4 there (FWHM, x × y); astigmatism %5.</source>
        <translation>Fokus %1 %2 der Probe, dort %3 × %4 (Halbwertsbreite, x × y); Astigmatismus %5.</translation>
    </message>
    <message>
        <source>upstream</source>
        <translation>vor</translation>
    </message>
    <message>
        <source>downstream</source>
        <translation>hinter</translation>
    </message>
    <message>
        <source>The probes are %1 % the same; B has %2 times the power of A.</source>
        <translation>Die Sonden sind zu %1 % gleich; B hat die %2-fache Leistung von A.</translation>
    </message>
</context>
<context>
    <name>ewald::ui::CompareWindow</name>
    <message>
        <source>Compare two results</source>
        <translation>Zwei Ergebnisse vergleichen</translation>
    </message>
    <message>
        <source>Reading A</source>
        <translation>A wird gelesen</translation>
    </message>
    <message>
        <source>Reading B</source>
        <translation>B wird gelesen</translation>
    </message>
    <message>
        <source>Aligning</source>
        <translation>Ausrichten</translation>
    </message>
    <message>
        <source>No results yet</source>
        <translation>Noch keine Ergebnisse</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen …</translation>
    </message>
    <message>
        <source>Another result as B, which is aligned with A</source>
        <translation>Ein anderes Ergebnis als B, das an A ausgerichtet wird</translation>
    </message>
    <message>
        <source>Another result as A, the reference</source>
        <translation>Ein anderes Ergebnis als A, der Bezug</translation>
    </message>
    <message>
        <source>Swap</source>
        <translation>Tauschen</translation>
    </message>
    <message>
        <source>A becomes B, and B becomes A</source>
        <translation>A wird B, und B wird A</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Save the difference, the ring correlation or a figure</source>
        <translation>Unterschied, Ringkorrelation oder eine Abbildung speichern</translation>
    </message>
    <message>
        <source>&amp;Difference as TIFF, 32-bit float…</source>
        <translation>&amp;Unterschied als TIFF, 32 Bit Gleitkomma …</translation>
    </message>
    <message>
        <source>TIFF images (*.tif)</source>
        <translation>TIFF-Bilder (*.tif)</translation>
    </message>
    <message>
        <source>&amp;Ring correlation as text…</source>
        <translation>&amp;Ringkorrelation als Text …</translation>
    </message>
    <message>
        <source>Text (*.csv)</source>
        <translation>Text (*.csv)</translation>
    </message>
    <message>
        <source>&amp;Figure of what is shown as PNG…</source>
        <translation>&amp;Abbildung des Gezeigten als PNG …</translation>
    </message>
    <message>
        <source>PNG images (*.png)</source>
        <translation>PNG-Bilder (*.png)</translation>
    </message>
    <message>
        <source>Parameter</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Parameters that differ</source>
        <translation>Verschiedene Parameter</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>Probes</source>
        <translation>Sonden</translation>
    </message>
    <message>
        <source>Both beams: size against the distance from the sample (positive: downstream), focus, astigmatism, coherence</source>
        <translation>Beide Strahlen: Größe über dem Abstand von der Probe (positiv: hinter ihr), Fokus, Astigmatismus, Kohärenz</translation>
    </message>
    <message>
        <source>What was set differently</source>
        <translation>Was anders eingestellt war</translation>
    </message>
    <message>
        <source>Errors of both against iterations, or against time</source>
        <translation>Fehler beider über Iterationen oder über der Zeit</translation>
    </message>
    <message>
        <source>Result to compare with</source>
        <translation>Ergebnis, mit dem verglichen wird</translation>
    </message>
    <message>
        <source>Result that is the reference</source>
        <translation>Ergebnis, das der Bezug ist</translation>
    </message>
    <message>
        <source>Results (*.h5)</source>
        <translation>Ergebnisse (*.h5)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>Vergleichen …</translation>
    </message>
    <message>
        <source>These two cannot be compared</source>
        <translation>Diese beiden lassen sich nicht vergleichen</translation>
    </message>
    <message>
        <source>&lt;b&gt;B differs from A by %1 rad in phase and %2 % in amplitude&lt;/b&gt; (root mean square over %3 × %4 that is well lit in both).</source>
        <translation>&lt;b&gt;B weicht von A um %1 rad in der Phase und %2 % in der Amplitude ab&lt;/b&gt; (quadratisches Mittel über %3 × %4, in beiden gut beleuchtet).</translation>
    </message>
    <message>
        <source>B is the twin of A: it was turned by 180° and conjugated.</source>
        <translation>B ist der Zwilling von A: Es wurde um 180° gedreht und konjugiert.</translation>
    </message>
    <message>
        <source>&lt;b&gt;Hardly anything agrees (correlation %1): are these of the same part of the sample?&lt;/b&gt;</source>
        <translation>&lt;b&gt;Fast nichts stimmt überein (Korrelation %1): Sind das Bilder derselben Stelle der Probe?&lt;/b&gt;</translation>
    </message>
    <message>
        <source>a pixel (%1) or better</source>
        <translation>ein Pixel (%1) oder besser</translation>
    </message>
    <message>
        <source>half-bit %1, one-bit %2</source>
        <translation>Halb-Bit %1, Ein-Bit %2</translation>
    </message>
    <message>
        <source>&lt;b&gt;Agreement down to: %1.&lt;/b&gt;</source>
        <translation>&lt;b&gt;Übereinstimmung bis: %1.&lt;/b&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;Resolution: %1.&lt;/b&gt;</source>
        <translation>&lt;b&gt;Auflösung: %1.&lt;/b&gt;</translation>
    </message>
    <message>
        <source>Both results are of the same frames: this is how far they agree, not how far the sample is resolved. For a resolution compare two scans.</source>
        <translation>Beide Ergebnisse stammen von denselben Bildern: So weit stimmen sie überein, das ist keine Auflösung der Probe. Für eine Auflösung zwei Scans vergleichen.</translation>
    </message>
    <message>
        <source>Read off as half the period, 1/(2f), at the frequency f where the ring correlation (mean of three rings) first falls below the threshold of van Heel and Schatz (2005).</source>
        <translation>Abgelesen als halbe Periode, 1/(2f), bei der Frequenz f, bei der die Ringkorrelation (Mittel dreier Ringe) zuerst unter die Schwelle nach van Heel und Schatz (2005) fällt.</translation>
    </message>
    <message>
        <source>Spatial frequency (1/%1)</source>
        <translation>Ortsfrequenz (1/%1)</translation>
    </message>
    <message>
        <source>Correlation</source>
        <translation>Korrelation</translation>
    </message>
    <message>
        <source>FRC</source>
        <translation>FRC</translation>
    </message>
    <message>
        <source>Half-bit</source>
        <translation>Halb-Bit</translation>
    </message>
    <message>
        <source>One-bit</source>
        <translation>Ein-Bit</translation>
    </message>
    <message>
        <source>At iteration %1: error of A %2, of B %3.</source>
        <translation>Bei Iteration %1: Fehler von A %2, von B %3.</translation>
    </message>
    <message>
        <source>After %1: error of A %2, of B %3.</source>
        <translation>Nach %1: Fehler von A %2, von B %3.</translation>
    </message>
    <message>
        <source>Parameters: the same</source>
        <translation>Parameter: gleich</translation>
    </message>
    <message>
        <source>Parameters that differ: %1</source>
        <translation>Verschiedene Parameter: %1</translation>
    </message>
    <message>
        <source>%1, stage %2</source>
        <translation>%1, Stufe %2</translation>
    </message>
    <message>
        <source>Exported</source>
        <translation>Exportiert</translation>
    </message>
    <message>
        <source>&lt;b&gt;No resolution can be given:&lt;/b&gt; %1.</source>
        <translation>&lt;b&gt;Eine Auflösung lässt sich nicht angeben:&lt;/b&gt; %1.</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Ends the comparison; closing the window does the same</source>
        <translation>Beendet den Vergleich; das Schließen des Fensters tut dasselbe</translation>
    </message>
    <message>
        <source>How good is it? Two random halves of the scan</source>
        <translation>Wie gut ist es? Zwei zufällige Hälften des Scans</translation>
    </message>
    <message>
        <source>first random half of the scan of %1</source>
        <translation>erste Zufallshälfte des Scans von %1</translation>
    </message>
    <message>
        <source>second random half of the scan of %1</source>
        <translation>zweite Zufallshälfte des Scans von %1</translation>
    </message>
    <message>
        <source>Of %1.</source>
        <translation>Verglichen: %1.</translation>
    </message>
    <message>
        <source>The halves could not be reconstructed</source>
        <translation>Die Hälften konnten nicht rekonstruiert werden</translation>
    </message>
    <message>
        <source>First half: %1 of %2</source>
        <translation>Erste Hälfte: %1 von %2</translation>
    </message>
    <message>
        <source>Second half: %1 of %2</source>
        <translation>Zweite Hälfte: %1 von %2</translation>
    </message>
    <message>
        <source>Each half has half of the frames: the whole scan is somewhat better than this.</source>
        <translation>Jede Hälfte hat die Hälfte der Bilder: Der ganze Scan ist etwas besser als dies.</translation>
    </message>
    <message>
        <source>Reconstructing both halves…</source>
        <translation>Beide Hälften werden rekonstruiert …</translation>
    </message>
    <message>
        <source>What does the model gain?</source>
        <translation>Was gewinnt das Modell?</translation>
    </message>
    <message>
        <source>no resolution (%1)</source>
        <translation>keine Auflösung (%1)</translation>
    </message>
    <message>
        <source>half-bit %1</source>
        <translation>Halb-Bit %1</translation>
    </message>
    <message>
        <source>half-bit a pixel or better</source>
        <translation>Halb-Bit ein Pixel oder besser</translation>
    </message>
    <message>
        <source>&lt;b&gt;Without the model&lt;/b&gt; (one probe mode, positions of the file, no background, even intensities): %1. Correlation at half of the highest frequency: %2 without it, &lt;b&gt;%3 with it&lt;/b&gt;.</source>
        <translation>&lt;b&gt;Ohne das Modell&lt;/b&gt; (eine Sondenmode, Positionen der Datei, kein Untergrund, gleiche Intensitäten): %1. Korrelation bei der Hälfte der höchsten Frequenz: ohne es %2, &lt;b&gt;mit ihm %3&lt;/b&gt;.</translation>
    </message>
    <message>
        <source>FRC without the model</source>
        <translation>FRC ohne das Modell</translation>
    </message>
    <message>
        <source>Reconstructs both halves once more with the plainest model (%1) and shows both curves</source>
        <translation>Rekonstruiert beide Hälften noch einmal mit dem einfachsten Modell (%1) und zeigt beide Kurven</translation>
    </message>
    <message>
        <source>&lt;b&gt;Hardly anything agrees (correlation %1): these reconstructions of one scan have not found the object.&lt;/b&gt;</source>
        <translation>&lt;b&gt;Kaum etwas stimmt überein (Korrelation %1): diese Rekonstruktionen eines Scans haben das Objekt nicht gefunden.&lt;/b&gt;</translation>
    </message>
    <message>
        <source>%1 pixels to the left</source>
        <translation>%1 Pixel nach links</translation>
    </message>
    <message>
        <source>%1 pixels to the right</source>
        <translation>%1 Pixel nach rechts</translation>
    </message>
    <message>
        <source>%1 up</source>
        <comment>pixels</comment>
        <translation>%1 nach oben</translation>
    </message>
    <message>
        <source>%1 down</source>
        <comment>pixels</comment>
        <translation>%1 nach unten</translation>
    </message>
    <message>
        <source>Before that B was moved by %1 and %2; its phase ramp, mean phase and scale were matched to A.</source>
        <translation>Zuvor wurde B um %1 und %2 verschoben; Phasenrampe, mittlere Phase und Maßstab wurden A angepasst.</translation>
    </message>
    <message>
        <source>The resolution is not in the result: %1</source>
        <translation>Die Auflösung steht nicht im Ergebnis: %1</translation>
    </message>
</context>
<context>
    <name>ewald::ui::CrashDialog</name>
    <message>
        <source>Report of a fault</source>
        <translation>Bericht über einen Fehler</translation>
    </message>
    <message>
        <source>This is all that was kept: nothing is sent anywhere. It names the open file and the last lines of the log.</source>
        <translation>Das ist alles, was festgehalten wurde: Nichts wird irgendwohin gesendet. Es nennt die geöffnete Datei und die letzten Zeilen des Protokolls.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>&amp;Save…</source>
        <translation>&amp;Speichern …</translation>
    </message>
    <message>
        <source>Save the report as a text file, to send it to those who look after Ewald</source>
        <translation>Den Bericht als Textdatei speichern, um ihn denen zu senden, die Ewald betreuen</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Copy the whole report</source>
        <translation>Den ganzen Bericht kopieren</translation>
    </message>
    <message>
        <source>&amp;Forget</source>
        <translation>&amp;Vergessen</translation>
    </message>
    <message>
        <source>Remove the report</source>
        <translation>Den Bericht entfernen</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>Bericht speichern</translation>
    </message>
    <message>
        <source>Texts (*.txt)</source>
        <translation>Texte (*.txt)</translation>
    </message>
</context>
<context>
    <name>ewald::ui::DataPage</name>
    <message>
        <source>Mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>The mean of the frames looked at</source>
        <translation>Das Mittel der angesehenen Bilder</translation>
    </message>
    <message>
        <source>Frame</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>One frame after pre-processing</source>
        <translation>Ein Bild nach der Vorverarbeitung</translation>
    </message>
    <message>
        <source>Which frame is shown</source>
        <translation>Welches Bild gezeigt wird</translation>
    </message>
    <message>
        <source>Intensity</source>
        <translation>Intensität</translation>
    </message>
    <message>
        <source>photons</source>
        <translation>Photonen</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Taken from</source>
        <translation>Herkunft</translation>
    </message>
    <message>
        <source>What was understood, guessed or found odd</source>
        <translation>Was verstanden, geraten oder seltsam gefunden wurde</translation>
    </message>
    <message>
        <source>The dataset that each quantity was read from</source>
        <translation>Der Datensatz, aus dem jede Größe gelesen wurde</translation>
    </message>
    <message>
        <source>No scan open</source>
        <translation>Kein Scan geöffnet</translation>
    </message>
    <message>
        <source>Mean pattern</source>
        <translation>Mittleres Beugungsbild</translation>
    </message>
    <message>
        <source>Mean pattern (first look)</source>
        <translation>Mittleres Beugungsbild (erster Blick)</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen …</translation>
    </message>
    <message>
        <source>Frame %1</source>
        <translation>Bild %1</translation>
    </message>
    <message>
        <source>%1 of %2 frames looked at</source>
        <translation>%1 von %2 Bildern angesehen</translation>
    </message>
    <message>
        <source>%1 empty</source>
        <translation>%1 leer</translation>
    </message>
    <message>
        <source>%1 with saturated pixels</source>
        <translation>%1 mit gesättigten Pixeln</translation>
    </message>
    <message>
        <source>brightest pixel %1</source>
        <translation>hellstes Pixel %1</translation>
    </message>
    <message>
        <source>no pixel masked</source>
        <translation>kein Pixel maskiert</translation>
    </message>
    <message>
        <source>format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>No hot pixels found in the mean pattern</source>
        <translation>Im mittleren Beugungsbild gibt es keine heißen Pixel</translation>
    </message>
    <message>
        <source>Hot pixels masked: %1</source>
        <translation>Heiße Pixel maskiert: %1</translation>
    </message>
    <message>
        <source>The figure is on the clipboard</source>
        <translation>Die Abbildung ist in der Zwischenablage</translation>
    </message>
    <message>
        <source>Mask hot pixels</source>
        <translation>Heiße Pixel maskieren</translation>
    </message>
    <message>
        <source>Mask hot pixels: pixels of the mean pattern that stand out from their neighbours</source>
        <translation>Heiße Pixel maskieren: Pixel des mittleren Beugungsbilds, die aus ihren Nachbarn herausragen</translation>
    </message>
    <message>
        <source>Clear mask</source>
        <translation>Maske leeren</translation>
    </message>
    <message>
        <source>Clear the painted mask; the mask of the file stays</source>
        <translation>Leert die gemalte Maske; die Maske der Datei bleibt</translation>
    </message>
    <message>
        <source>Checks of the scan</source>
        <translation>Prüfungen des Scans</translation>
    </message>
    <message>
        <source>Checks</source>
        <translation>Prüfungen</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>Quellen</translation>
    </message>
    <message>
        <source> (before the mask was changed)</source>
        <translation> (bevor die Maske geändert wurde)</translation>
    </message>
    <message>
        <source>No remarks.</source>
        <translation>Keine Anmerkungen.</translation>
    </message>
    <message>
        <source>Checks (%1)</source>
        <translation>Prüfungen (%1)</translation>
    </message>
    <message>
        <source>excluded by hand</source>
        <translation>von Hand ausgelassen</translation>
    </message>
    <message>
        <source>not chosen (first frame, step, number of frames)</source>
        <translation>nicht gewählt (erstes Bild, Schrittweite, Anzahl der Bilder)</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>leer</translation>
    </message>
    <message>
        <source>mostly saturated or not finite</source>
        <translation>größtenteils gesättigt oder nicht endlich</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>nicht lesbar</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>Maske</translation>
    </message>
    <message>
        <source>{1:The frame|All %1 frames} read</source>
        <translation>{1:Das Bild|Alle %1 Bilder} gelesen</translation>
    </message>
    <message>
        <source>%1 {pixel|pixels} masked</source>
        <translation>%1 Pixel maskiert</translation>
    </message>
    <message>
        <source>%1 photons per frame</source>
        <translation>%1 Photonen je Bild</translation>
    </message>
    <message>
        <source>%1 of %2 frames read, the others are left out</source>
        <translation>%1 von %2 Bildern gelesen, die anderen sind ausgelassen</translation>
    </message>
    <message>
        <source>less than a hundredth of the counts of others</source>
        <translation>weniger als ein Hundertstel der Ereignisse der anderen</translation>
    </message>
</context>
<context>
    <name>ewald::ui::DecisionsPanel</name>
    <message>
        <source>What the run decided by itself</source>
        <translation>Was der Lauf selbst entschieden hat</translation>
    </message>
    <message>
        <source>Decisions</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>What the run decided by itself: the numbered flags in the loss chart</source>
        <translation>Was der Lauf selbst entschieden hat: die nummerierten Fahnen im Diagramm des Fehlers</translation>
    </message>
    <message>
        <source>%1. After iteration %2: %3</source>
        <translation>%1. Nach Iteration %2: %3</translation>
    </message>
    <message>
        <source>%1. Before the first iteration: %2</source>
        <translation>%1. Vor der ersten Iteration: %2</translation>
    </message>
</context>
<context>
    <name>ewald::ui::DevicePicker</name>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Choose automatically</source>
        <translation>Automatisch wählen</translation>
    </message>
    <message>
        <source>Takes every GPU that is free, or the CPU when there is none. The numbers do not depend on the devices.</source>
        <translation>Nimmt jede freie GPU, oder die CPU, wenn es keine gibt. Die Zahlen hängen nicht von den Geräten ab.</translation>
    </message>
    <message>
        <source>workers</source>
        <translation>Arbeiter</translation>
    </message>
    <message>
        <source>How many workers share this device. More than one is for trying out; the result is the same.</source>
        <translation>Wie viele Arbeiter sich dieses Gerät teilen. Mehr als einer ist zum Ausprobieren; das Ergebnis ist dasselbe.</translation>
    </message>
    <message>
        <source>Workers on %1</source>
        <translation>Arbeiter auf %1</translation>
    </message>
    <message>
        <source>%1 memory, %2 free</source>
        <translation>%1 Speicher, %2 frei</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>automatic: %1</source>
        <translation>automatisch: %1</translation>
    </message>
    <message>
        <source>Check…</source>
        <translation>Prüfen …</translation>
    </message>
    <message>
        <source>All about the devices, a check of them, and what more workers bring (Ctrl+D)</source>
        <translation>Alles über die Geräte, eine Prüfung, und was mehr Arbeiter bringen (Strg+D)</translation>
    </message>
    <message>
        <source>also used by %1</source>
        <translation>auch genutzt von %1</translation>
    </message>
    <message>
        <source>worker</source>
        <translation>Arbeiter</translation>
    </message>
</context>
<context>
    <name>ewald::ui::DeviceTable</name>
    <message>
        <source>&amp;Copy UUID</source>
        <translation>UUID &amp;kopieren</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>Arbeiter</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Memory free</source>
        <translation>Speicher frei</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Capability</source>
        <translation>Fähigkeit</translation>
    </message>
    <message>
        <source>Driver / runtime</source>
        <translation>Treiber / Laufzeit</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Last</translation>
    </message>
    <message>
        <source>UUID</source>
        <translation>UUID</translation>
    </message>
    <message>
        <source>What --devices and job documents call it. Ticked devices are checked.</source>
        <translation>Wie --devices und Auftragsdokumente es nennen. Angekreuzte Geräte werden geprüft.</translation>
    </message>
    <message>
        <source>How many workers share the device during a check</source>
        <translation>Wie viele Arbeiter sich das Gerät bei einer Prüfung teilen</translation>
    </message>
    <message>
        <source>Free memory of all there is</source>
        <translation>Freier Speicher von allem vorhandenen</translation>
    </message>
    <message>
        <source>Whether jobs can run on it, and why not</source>
        <translation>Ob Aufträge darauf laufen können, und warum nicht</translation>
    </message>
    <message>
        <source>Compute capability of a CUDA device</source>
        <translation>Compute Capability eines CUDA-Geräts</translation>
    </message>
    <message>
        <source>Versions of the driver and of the library that was built in</source>
        <translation>Versionen des Treibers und der eingebauten Bibliothek</translation>
    </message>
    <message>
        <source>Load, temperature and power at the moment of the last refresh</source>
        <translation>Last, Temperatur und Leistung beim letzten Auffrischen</translation>
    </message>
    <message>
        <source>The same after every restart; --devices takes its beginning, as in cuda:GPU-8a5e</source>
        <translation>Nach jedem Neustart dieselbe; --devices nimmt ihren Anfang, wie in cuda:GPU-8a5e</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Copy the UUID of the selected device (%1)</source>
        <translation>Die UUID des gewählten Geräts kopieren (%1)</translation>
    </message>
    <message>
        <source>not available: %1</source>
        <translation>nicht vorhanden: %1</translation>
    </message>
    <message>
        <source>slice</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>How many workers share this device during a check</source>
        <translation>Wie viele Arbeiter sich dieses Gerät bei einer Prüfung teilen</translation>
    </message>
    <message>
        <source>Workers on %1</source>
        <translation>Arbeiter auf %1</translation>
    </message>
    <message>
        <source>Used by</source>
        <translation>Genutzt von</translation>
    </message>
    <message>
        <source>Other processes that compute on it, with their memory on it</source>
        <translation>Andere Prozesse, die darauf rechnen, mit ihrem Speicher darauf</translation>
    </message>
</context>
<context>
    <name>ewald::ui::DevicesDialog</name>
    <message>
        <source>Devices and scaling</source>
        <translation>Geräte und Skalierung</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Scaling</source>
        <translation>Skalierung</translation>
    </message>
    <message>
        <source>What can compute here, and a check of it</source>
        <translation>Was hier rechnen kann, und eine Prüfung davon</translation>
    </message>
    <message>
        <source>What more workers bring to a job, and whether the results agree</source>
        <translation>Was mehr Arbeiter einem Auftrag bringen, und ob die Ergebnisse übereinstimmen</translation>
    </message>
</context>
<context>
    <name>ewald::ui::DevicesPage</name>
    <message>
        <source>&amp;Refresh</source>
        <translation>&amp;Auffrischen</translation>
    </message>
    <message>
        <source>Copy r&amp;eport</source>
        <translation>B&amp;ericht kopieren</translation>
    </message>
    <message>
        <source>&amp;Check</source>
        <translation>&amp;Prüfen</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>An&amp;halten</translation>
    </message>
    <message>
        <source>&amp;Direct access between GPUs</source>
        <translation>&amp;Direkter Zugriff zwischen GPUs</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Angehalten.</translation>
    </message>
    <message>
        <source>Stopped: a run has started, and it goes first.</source>
        <translation>Angehalten: ein Lauf hat begonnen, und er geht vor.</translation>
    </message>
    <message>
        <source>Ask the drivers again: memory, load, temperature (F5)</source>
        <translation>Die Treiber noch einmal fragen: Speicher, Last, Temperatur (F5)</translation>
    </message>
    <message>
        <source>From the device at the left to the one on top</source>
        <translation>Vom Gerät links zu dem oben</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>Measure the copies between the ticked devices and a sum over all their workers, and say what is wrong</source>
        <translation>Die Kopien zwischen den angekreuzten Geräten und eine Summe über alle ihre Arbeiter messen, und sagen, was nicht stimmt</translation>
    </message>
    <message>
        <source>Stop the check at once</source>
        <translation>Die Prüfung sofort anhalten</translation>
    </message>
    <message>
        <source>Whether GPUs reach each other&apos;s memory without the host: the parameter of the job, for the check and for runs. Off is slower, and works where that access is broken.</source>
        <translation>Ob GPUs den Speicher der anderen ohne den Hauptspeicher erreichen: der Parameter des Auftrags, für die Prüfung und für Läufe. Aus ist langsamer und geht auch, wo dieser Zugriff gestört ist.</translation>
    </message>
    <message>
        <source>How long a copy or a sum may take before the check calls it a hang</source>
        <translation>Wie lange eine Kopie oder eine Summe dauern darf, bis die Prüfung sie als hängend ansieht</translation>
    </message>
    <message>
        <source>Measuring %1 …</source>
        <translation>Messe %1 …</translation>
    </message>
    <message>
        <source>Run without direct access</source>
        <translation>Ohne direkten Zugriff rechnen</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>von %1</translation>
    </message>
    <message>
        <source>to %1</source>
        <translation>nach %1</translation>
    </message>
    <message>
        <source>Runs use direct access between GPUs.</source>
        <translation>Läufe benutzen den direkten Zugriff zwischen GPUs.</translation>
    </message>
    <message>
        <source>Runs do without direct access between GPUs. Check again to see whether that helps.</source>
        <translation>Läufe verzichten auf den direkten Zugriff zwischen GPUs. Noch einmal prüfen zeigt, ob das hilft.</translation>
    </message>
    <message>
        <source>Looking for devices …</source>
        <translation>Suche Geräte …</translation>
    </message>
    <message>
        <source>A run is going on: the check waits until it has ended.</source>
        <translation>Ein Lauf ist im Gange: die Prüfung wartet, bis er zu Ende ist.</translation>
    </message>
    <message>
        <source>The scaling measurement is going on: the check waits until it has ended.</source>
        <translation>Die Skalierung wird gemessen: die Prüfung wartet, bis das zu Ende ist.</translation>
    </message>
    <message>
        <source>Tick a device to check it.</source>
        <translation>Zum Prüfen ein Gerät ankreuzen.</translation>
    </message>
    <message>
        <source>Measures %1: copies between the devices, and a sum over all their workers as in a run.</source>
        <translation>Misst %1: Kopien zwischen den Geräten und eine Summe über alle ihre Arbeiter wie in einem Lauf.</translation>
    </message>
    <message>
        <source>host memory</source>
        <translation>Hauptspeicher</translation>
    </message>
    <message>
        <source>Copy devices and check as text, for a message to the administrator of the machine</source>
        <translation>Geräte und Prüfung als Text kopieren, für eine Nachricht an die Verwaltung des Rechners</translation>
    </message>
    <message>
        <source>Transfer paths between devices</source>
        <translation>Übertragungswege zwischen Geräten</translation>
    </message>
    <message>
        <source>&amp;Time-out</source>
        <translation>&amp;Zeitgrenze</translation>
    </message>
</context>
<context>
    <name>ewald::ui::DifferenceText</name>
    <message>
        <source>Scan file</source>
        <translation>Scan-Datei</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>Iterations</source>
        <translation>Iterationen</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startzahl</translation>
    </message>
    <message>
        <source>%1 until iteration %2, then %3</source>
        <translation>%1 bis Iteration %2, dann %3</translation>
    </message>
</context>
<context>
    <name>ewald::ui::DrawnSubstancesList</name>
    <message>
        <source>Chooses %1: its pressure, temperature or scale can then be changed</source>
        <translation>Wählt %1: Druck, Temperatur oder Skalierung lassen sich dann ändern</translation>
    </message>
    <message>
        <source>Takes the rings of %1 away</source>
        <translation>Entfernt die Ringe von %1</translation>
    </message>
</context>
<context>
    <name>ewald::ui::DropHint</name>
    <message>
        <source>Open %1 {file|files} with the geometry</source>
        <translation>%1 {Datei|Dateien} mit der Geometrie öffnen</translation>
    </message>
    <message>
        <source>Take the geometry of %1</source>
        <translation>Die Geometrie von %1 nehmen</translation>
    </message>
    <message>
        <source>Take the parameters of the job %1</source>
        <translation>Die Parameter des Auftrags %1 nehmen</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>%1 öffnen</translation>
    </message>
    <message>
        <source>%1 {file|files}: you are asked what they are for; frames alone make one stack</source>
        <translation>%1 {Datei|Dateien}: Sie werden gefragt, wozu; Bilder allein bilden einen Stapel</translation>
    </message>
    <message>
        <source>Folder %1: opens what is in it; of several files you are asked whether to queue, watch, stack or open them</source>
        <translation>Ordner %1: öffnet, was darin ist; bei mehreren Dateien werden Sie gefragt, ob sie in die Warteschlange kommen, beobachtet, gestapelt oder geöffnet werden</translation>
    </message>
    <message>
        <source>Start the next run from %1; what is no result is opened</source>
        <translation>Den nächsten Lauf von %1 aus starten; was kein Ergebnis ist, wird geöffnet</translation>
    </message>
    <message>
        <source>Draw the rings of %1</source>
        <translation>Die Ringe von %1 zeichnen</translation>
    </message>
</context>
<context>
    <name>ewald::ui::EditMenu</name>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>Save as &amp;preset…</source>
        <translation>Als &amp;Vorlage speichern …</translation>
    </message>
    <message>
        <source>Save these parameters under a name, for any scan; geometry, masks, crop and choice of frames are left out</source>
        <translation>Speichert diese Parameter unter einem Namen, für jeden Scan; Geometrie, Masken, Ausschnitt und Auswahl der Bilder bleiben weg</translation>
    </message>
    <message>
        <source>Pr&amp;esets</source>
        <translation>Vorlage&amp;n</translation>
    </message>
    <message>
        <source>Use as my &amp;defaults</source>
        <translation>Als meine V&amp;orgaben verwenden</translation>
    </message>
    <message>
        <source>Start every window with these parameters</source>
        <translation>Jedes Fenster beginnt mit diesen Parametern</translation>
    </message>
    <message>
        <source>&amp;Forget my defaults</source>
        <translation>Meine Vorgaben ver&amp;gessen</translation>
    </message>
    <message>
        <source>Start windows with the defaults of the program again</source>
        <translation>Fenster beginnen wieder mit den Vorgaben des Programms</translation>
    </message>
    <message>
        <source>&amp;Undo: %1</source>
        <translation>&amp;Rückgängig: %1</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo: %1</source>
        <translation>&amp;Wiederholen: %1</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>No presets yet</source>
        <translation>Noch keine Vorlagen</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>Save as preset</source>
        <translation>Als Vorlage speichern</translation>
    </message>
    <message>
        <source>Name of these parameters, for example that of the beamline:</source>
        <translation>Name dieser Parameter, zum Beispiel der des Messplatzes:</translation>
    </message>
    <message>
        <source>The preset is saved</source>
        <translation>Die Vorlage ist gespeichert</translation>
    </message>
    <message>
        <source>Windows start with these parameters from now on</source>
        <translation>Fenster beginnen von nun an mit diesen Parametern</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>ewald::ui::EightWaysDialog</name>
    <message>
        <source>%v of %m tried</source>
        <translation>%v von %m probiert</translation>
    </message>
    <message>
        <source>Apply the best</source>
        <translation>Beste anwenden</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close and change nothing</source>
        <translation>Schließen und nichts ändern</translation>
    </message>
</context>
<context>
    <name>ewald::ui::ExportDialog</name>
    <message>
        <source>Remove the phase ramp</source>
        <translation>Phasenrampe entfernen</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Amplitude and phase as TIFF, 32-bit float</source>
        <translation>Amplitude und Phase als TIFF, 32-Bit-Gleitkomma</translation>
    </message>
    <message>
        <source>The whole result as HDF5</source>
        <translation>Das ganze Ergebnis als HDF5</translation>
    </message>
    <message>
        <source>Figure of the object as PNG</source>
        <translation>Abbildung des Objekts als PNG</translation>
    </message>
    <message>
        <source>Figure of the probe as PNG</source>
        <translation>Abbildung der Sonde als PNG</translation>
    </message>
    <message>
        <source>Loss curves as PNG</source>
        <translation>Fehlerkurven als PNG</translation>
    </message>
    <message>
        <source>Figures are what the Reconstruction page shows, with scale bar and colour bar</source>
        <translation>Abbildungen zeigen, was die Seite Rekonstruktion zeigt, mit Maßstab und Farbskala</translation>
    </message>
    <message>
        <source>Choose a file name</source>
        <translation>Einen Dateinamen wählen</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>%1 exists and will be replaced</source>
        <translation>%1 gibt es schon und wird ersetzt</translation>
    </message>
    <message>
        <source>writes %1</source>
        <translation>schreibt %1</translation>
    </message>
    <message>
        <source>Writing…</source>
        <translation>Wird geschrieben …</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Pattern of this frame as .xy</source>
        <translation>Diagramm dieses Bildes als .xy</translation>
    </message>
    <message>
        <source>Pattern of this frame as .dat, with errors</source>
        <translation>Diagramm dieses Bildes als .dat, mit Fehlern</translation>
    </message>
    <message>
        <source>Pattern of this frame as .chi (Fit2D)</source>
        <translation>Diagramm dieses Bildes als .chi (Fit2D)</translation>
    </message>
    <message>
        <source>Pattern of this frame as .csv</source>
        <translation>Diagramm dieses Bildes als .csv</translation>
    </message>
    <message>
        <source>All patterns as .xy, a file each</source>
        <translation>Alle Diagramme als .xy, je eine Datei</translation>
    </message>
    <message>
        <source>All patterns as one table, .csv</source>
        <translation>Alle Diagramme als eine Tabelle, .csv</translation>
    </message>
    <message>
        <source>Cake of this frame as TIFF, 32-bit float</source>
        <translation>Cake dieses Bildes als TIFF, 32-Bit-Gleitkomma</translation>
    </message>
    <message>
        <source>Heat map of all patterns as TIFF, 32-bit float</source>
        <translation>Heatmap aller Diagramme als TIFF, 32-Bit-Gleitkomma</translation>
    </message>
    <message>
        <source>Figure of the pattern as PNG</source>
        <translation>Abbildung des Diagramms als PNG</translation>
    </message>
    <message>
        <source>Takes the linear phase ramp and the mean phase out, which a reconstruction cannot determine</source>
        <translation>Nimmt die lineare Phasenrampe und die mittlere Phase heraus, die eine Rekonstruktion nicht bestimmen kann</translation>
    </message>
    <message>
        <source>Lit area only</source>
        <translation>Nur beleuchtete Fläche</translation>
    </message>
    <message>
        <source>Pixels that the scan has brought no light to become &quot;not a number&quot;</source>
        <translation>Pixel, auf die der Scan kein Licht gebracht hat, werden „keine Zahl“ (NaN)</translation>
    </message>
    <message>
        <source>writes %1 {file|files} with the number of the frame in {1:its name|their names}; existing ones are replaced</source>
        <translation>schreibt %1 {Datei|Dateien} mit der Nummer des Bildes im Namen; vorhandene werden ersetzt</translation>
    </message>
    <message>
        <source>%1: not for cakes</source>
        <translation>%1: nicht für Cakes</translation>
    </message>
    <message>
        <source>Pattern of this frame as .dat</source>
        <translation>Diagramm dieses Bildes als .dat</translation>
    </message>
    <message>
        <source>Pattern of this frame as .fxye (GSAS), with errors</source>
        <translation>Diagramm dieses Bildes als .fxye (GSAS), mit Fehlern</translation>
    </message>
    <message>
        <source>Pattern of this frame as .fxye (GSAS), without errors</source>
        <translation>Diagramm dieses Bildes als .fxye (GSAS), ohne Fehler</translation>
    </message>
    <message>
        <source>Map that is shown as TIFF, 32-bit float</source>
        <translation>Gezeigte Karte als TIFF, 32-Bit-Gleitkomma</translation>
    </message>
    <message>
        <source>Map that is shown and what it is made of as HDF5</source>
        <translation>Gezeigte Karte und woraus sie gemacht ist als HDF5</translation>
    </message>
    <message>
        <source>Map that is shown as a table of frames, .csv</source>
        <translation>Gezeigte Karte als Tabelle der Bilder, .csv</translation>
    </message>
    <message>
        <source>Map that is shown as PNG, a pixel a point</source>
        <translation>Gezeigte Karte als PNG, ein Pixel je Punkt</translation>
    </message>
</context>
<context>
    <name>ewald::ui::FieldEditor</name>
    <message>
        <source>Choose a file</source>
        <translation>Eine Datei wählen</translation>
    </message>
    <message>
        <source>Write pairs of row and column: &quot;12,40; 13,40&quot;</source>
        <translation>Paare von Zeile und Spalte schreiben: &quot;12,40; 13,40&quot;</translation>
    </message>
    <message>
        <source>Write numbers and ranges: &quot;3, 17-20&quot;</source>
        <translation>Nummern und Bereiche schreiben: „3, 17-20“</translation>
    </message>
    <message>
        <source>Allowed: %1</source>
        <translation>Erlaubt: %1</translation>
    </message>
    <message>
        <source>%1. %2 stays</source>
        <translation>%1. Es bleibt bei %2</translation>
    </message>
    <message>
        <source>%1. As before: %2</source>
        <translation>%1. Wie zuvor: %2</translation>
    </message>
</context>
<context>
    <name>ewald::ui::FrameChooser</name>
    <message>
        <source>Frame</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>%1, counted from 0</source>
        <translation>%1, ab 0 gezählt</translation>
    </message>
    <message>
        <source>Frame number</source>
        <translation>Bildnummer</translation>
    </message>
    <message>
        <source> (%1 of %2)</source>
        <translation> (%1 von %2)</translation>
    </message>
</context>
<context>
    <name>ewald::ui::FramePage</name>
    <message>
        <source>Mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>The mean of frames spread over the stack</source>
        <translation>Das Mittel von Bildern, die über den Stapel verteilt sind</translation>
    </message>
    <message>
        <source>Maximum</source>
        <translation>Maximum</translation>
    </message>
    <message>
        <source>The largest value of each pixel in frames spread over the stack: shows spots and hot pixels</source>
        <translation>Der größte Wert jedes Pixels in Bildern, die über den Stapel verteilt sind: zeigt Reflexe und heiße Pixel</translation>
    </message>
    <message>
        <source>Frame</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>One frame as it is stored</source>
        <translation>Ein Bild, wie es gespeichert ist</translation>
    </message>
    <message>
        <source>Which frame is shown</source>
        <translation>Welches Bild gezeigt wird</translation>
    </message>
    <message>
        <source>Intensity</source>
        <translation>Intensität</translation>
    </message>
    <message>
        <source>counts</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>Place under the cursor in every unit</source>
        <translation>Ort unter dem Mauszeiger in allen Einheiten</translation>
    </message>
    <message>
        <source>Geometry</source>
        <translation>Geometrie</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>Maske</translation>
    </message>
    <message>
        <source>Where the detector is, and the rings of a calibrant</source>
        <translation>Wo der Detektor steht, und die Ringe einer Eichsubstanz</translation>
    </message>
    <message>
        <source>Cake of the shown image</source>
        <translation>Cake des gezeigten Bildes</translation>
    </message>
    <message>
        <source>How long rings, cake and pattern took, with pixels put together to be quick</source>
        <translation>Wie lange Ringe, Cake und Diagramm gedauert haben, mit zusammengefassten Pixeln, damit es schnell geht</translation>
    </message>
    <message>
        <source>No frames open</source>
        <translation>Keine Bilder geöffnet</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Lesen …</translation>
    </message>
    <message>
        <source>Intensity (counts)</source>
        <translation>Intensität (Ereignisse)</translation>
    </message>
    <message>
        <source>Preview in %1 ms</source>
        <translation>Vorschau in %1 ms</translation>
    </message>
    <message>
        <source>%1, guess</source>
        <translation>%1, geraten</translation>
    </message>
    <message>
        <source>Guess: %1</source>
        <translation>Geraten: %1</translation>
    </message>
    <message>
        <source>Cake</source>
        <translation>Cake</translation>
    </message>
    <message>
        <source>Thresholds, rings, proposals and files of the mask; the mouse tools are below the image</source>
        <translation>Schwellen, Ringe, Vorschläge und Dateien der Maske; die Mauswerkzeuge sind unter dem Bild</translation>
    </message>
</context>
<context>
    <name>ewald::ui::GeometryPanel</name>
    <message>
        <source>Load PONI…</source>
        <translation>PONI laden …</translation>
    </message>
    <message>
        <source>Reads a calibrated geometry; dropping the file on the window does the same</source>
        <translation>Liest eine kalibrierte Geometrie; die Datei auf das Fenster zu ziehen tut dasselbe</translation>
    </message>
    <message>
        <source>Writes the geometry as a PONI file that pyFAI, Dioptas and Ewald read</source>
        <translation>Schreibt die Geometrie als PONI-Datei, die pyFAI, Dioptas und Ewald lesen</translation>
    </message>
    <message>
        <source>Draws the rings of a substance over the image: where they meet, the geometry is right</source>
        <translation>Zeichnet die Ringe einer Substanz über das Bild: wo sie sich decken, stimmt die Geometrie</translation>
    </message>
    <message>
        <source>Calibrant</source>
        <translation>Eichsubstanz</translation>
    </message>
    <message>
        <source>No rings</source>
        <translation>Keine Ringe</translation>
    </message>
    <message>
        <source>px</source>
        <translation>px</translation>
    </message>
    <message>
        <source>Row of the direct beam on the stored image, from the edge of the first row</source>
        <translation>Zeile des direkten Strahls auf dem gespeicherten Bild, vom Rand der ersten Zeile</translation>
    </message>
    <message>
        <source>Column of the direct beam on the stored image, from the edge of the first column</source>
        <translation>Spalte des direkten Strahls auf dem gespeicherten Bild, vom Rand der ersten Spalte</translation>
    </message>
    <message>
        <source>%1 px</source>
        <translation>%1 px</translation>
    </message>
    <message>
        <source>How far an arrow moves the beam centre</source>
        <translation>Wie weit ein Pfeil die Strahlmitte bewegt</translation>
    </message>
    <message>
        <source>Step of the arrows</source>
        <translation>Schritt der Pfeile</translation>
    </message>
    <message>
        <source>Moves the beam centre up</source>
        <translation>Bewegt die Strahlmitte nach oben</translation>
    </message>
    <message>
        <source>Moves the beam centre to the left</source>
        <translation>Bewegt die Strahlmitte nach links</translation>
    </message>
    <message>
        <source>Moves the beam centre to the right</source>
        <translation>Bewegt die Strahlmitte nach rechts</translation>
    </message>
    <message>
        <source>Moves the beam centre down</source>
        <translation>Bewegt die Strahlmitte nach unten</translation>
    </message>
    <message>
        <source>Beam row</source>
        <translation>Strahlzeile</translation>
    </message>
    <message>
        <source>Beam column</source>
        <translation>Strahlspalte</translation>
    </message>
    <message>
        <source>Arrow step</source>
        <translation>Pfeilschritt</translation>
    </message>
    <message>
        <source>mm</source>
        <translation>mm</translation>
    </message>
    <message>
        <source>µm</source>
        <translation>µm</translation>
    </message>
    <message>
        <source>From the sample to where the direct beam meets the detector</source>
        <translation>Von der Probe bis dorthin, wo der direkte Strahl den Detektor trifft</translation>
    </message>
    <message>
        <source>keV</source>
        <translation>keV</translation>
    </message>
    <message>
        <source>Photon energy; 0 = not known</source>
        <translation>Photonenenergie; 0 = unbekannt</translation>
    </message>
    <message>
        <source>Å</source>
        <translation>Å</translation>
    </message>
    <message>
        <source>Wavelength; 0 = not known</source>
        <translation>Wellenlänge; 0 = unbekannt</translation>
    </message>
    <message>
        <source>Between the detector&apos;s normal and the beam</source>
        <translation>Zwischen der Normalen des Detektors und dem Strahl</translation>
    </message>
    <message>
        <source>Direction of the tilt in the detector&apos;s plane</source>
        <translation>Richtung der Neigung in der Ebene des Detektors</translation>
    </message>
    <message>
        <source>Height of a pixel of the stored image</source>
        <translation>Höhe eines Pixels des gespeicherten Bildes</translation>
    </message>
    <message>
        <source>Width of a pixel of the stored image</source>
        <translation>Breite eines Pixels des gespeicherten Bildes</translation>
    </message>
    <message>
        <source>Point of normal incidence along the rows index (poni1)</source>
        <translation>Lotfußpunkt entlang des Zeilenindex (poni1)</translation>
    </message>
    <message>
        <source>Point of normal incidence along the columns index (poni2)</source>
        <translation>Lotfußpunkt entlang des Spaltenindex (poni2)</translation>
    </message>
    <message>
        <source>Rotation about axis 1 (rot1)</source>
        <translation>Drehung um Achse 1 (rot1)</translation>
    </message>
    <message>
        <source>Rotation about axis 2 (rot2)</source>
        <translation>Drehung um Achse 2 (rot2)</translation>
    </message>
    <message>
        <source>Rotation about the beam (rot3)</source>
        <translation>Drehung um den Strahl (rot3)</translation>
    </message>
    <message>
        <source>The detector gives the pixel size, masks its gaps, and knows what pixels without a measurement are set to; those that fit the frames come first</source>
        <translation>Der Detektor gibt die Pixelgröße vor, maskiert seine Lücken und weiß, welchen Wert Pixel ohne Messung haben; gezeigt werden die, die zu den Bildern passen</translation>
    </message>
    <message>
        <source>Detector</source>
        <translation>Detektor</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>Energy, λ</source>
        <translation>Energie, λ</translation>
    </message>
    <message>
        <source>Pixel h × w</source>
        <translation>Pixel H × B</translation>
    </message>
    <message>
        <source>Flip rows</source>
        <translation>Zeilen umkehren</translation>
    </message>
    <message>
        <source>The image has to be turned upside down before the geometry fits</source>
        <translation>Das Bild muss auf den Kopf gestellt werden, damit die Geometrie passt</translation>
    </message>
    <message>
        <source>Flip columns</source>
        <translation>Spalten umkehren</translation>
    </message>
    <message>
        <source>The image has to be mirrored before the geometry fits</source>
        <translation>Das Bild muss gespiegelt werden, damit die Geometrie passt</translation>
    </message>
    <message>
        <source>PONI numbers</source>
        <translation>PONI-Zahlen</translation>
    </message>
    <message>
        <source>poni1, poni2</source>
        <translation>poni1, poni2</translation>
    </message>
    <message>
        <source>rot1, rot2</source>
        <translation>rot1, rot2</translation>
    </message>
    <message>
        <source>rot3</source>
        <translation>rot3</translation>
    </message>
    <message>
        <source>No geometry yet: load a PONI file, or type one, starting from a guess. (%1)</source>
        <translation>Noch keine Geometrie: eine PONI-Datei laden oder eine eingeben, ausgehend von einer Schätzung. (%1)</translation>
    </message>
    <message>
        <source>Load a geometry</source>
        <translation>Geometrie laden</translation>
    </message>
    <message>
        <source>PONI files (*.poni)</source>
        <translation>PONI-Dateien (*.poni)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Save the geometry</source>
        <translation>Geometrie speichern</translation>
    </message>
    <message>
        <source>Tries the eight ways in which the image may lie to the geometry and shows which one fits</source>
        <translation>Probiert die acht Lagen, die das Bild zur Geometrie haben kann, und zeigt, welche passt</translation>
    </message>
    <message>
        <source>Beam centre</source>
        <translation>Strahlmitte</translation>
    </message>
    <message>
        <source>Tilt</source>
        <translation>Neigung</translation>
    </message>
    <message>
        <source>Photon energy</source>
        <translation>Photonenenergie</translation>
    </message>
    <message>
        <source>Wavelength</source>
        <translation>Wellenlänge</translation>
    </message>
    <message>
        <source>Pixel size</source>
        <translation>Pixelgröße</translation>
    </message>
    <message>
        <source>Find out…</source>
        <translation>Suchen …</translation>
    </message>
    <message>
        <source>Tilt, direction</source>
        <translation>Neigung, Richtung</translation>
    </message>
    <message>
        <source>Rings are drawn once the photon energy is known.</source>
        <translation>Ringe werden gezeichnet, sobald die Photonenenergie bekannt ist.</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>Unbekannt</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1 for a pixel is a guess&lt;/b&gt;: the file names no size, and no known detector has this shape. Distances and angles are wrong by the same factor. Type the size, or &lt;a href=&apos;take&apos;&gt;%1 is right&lt;/a&gt;.</source>
        <translation>&lt;b&gt;%1 je Pixel sind nur angenommen&lt;/b&gt;: Die Datei nennt keine Größe, und kein bekannter Detektor hat diese Form. Abstände und Winkel sind um denselben Faktor falsch. Die Größe eintragen, oder &lt;a href=&apos;take&apos;&gt;%1 sind richtig&lt;/a&gt;.</translation>
    </message>
    <message>
        <source>unknown</source>
        <comment>energy or wavelength</comment>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>Rings of a phase</source>
        <translation>Ringe einer Phase</translation>
    </message>
    <message>
        <source>Draws the rings of a phase: a CIF or JCPDS file, or a list of d-spacings in Å; dropping the file on the window does the same</source>
        <translation>Zeichnet die Ringe einer Phase: eine CIF- oder JCPDS-Datei, oder eine Liste von Netzebenenabständen in Å; das Ziehen der Datei auf das Fenster bewirkt dasselbe</translation>
    </message>
    <message>
        <source>Phases (*.cif *.jcpds)</source>
        <translation>Phasen (*.cif *.jcpds)</translation>
    </message>
    <message>
        <source>Phase at</source>
        <translation>Phase bei</translation>
    </message>
    <message>
        <source>Cell scale</source>
        <translation>Zellskalierung</translation>
    </message>
    <message>
        <source>GPa</source>
        <translation>GPa</translation>
    </message>
    <message>
        <source>Pressure of the sample</source>
        <translation>Druck der Probe</translation>
    </message>
    <message>
        <source>K</source>
        <translation>K</translation>
    </message>
    <message>
        <source>Temperature of the sample</source>
        <translation>Temperatur der Probe</translation>
    </message>
    <message>
        <source>Lengths of the cell, and so all d-spacings, in percent of those in the file</source>
        <translation>Längen der Zelle, und damit alle Netzebenenabstände, in Prozent derer in der Datei</translation>
    </message>
    <message>
        <source>The file does not give the bulk modulus (K0)</source>
        <translation>Die Datei nennt keinen Kompressionsmodul (K0)</translation>
    </message>
    <message>
        <source>The file does not give the thermal expansion (ALPHAT)</source>
        <translation>Die Datei nennt keine Wärmeausdehnung (ALPHAT)</translation>
    </message>
    <message>
        <source>Keep these rings</source>
        <translation>Diese Ringe behalten</translation>
    </message>
    <message>
        <source>No more than %1 substances are kept</source>
        <translation>Mehr als %1 Substanzen werden nicht behalten</translation>
    </message>
    <message>
        <source>Keeps these rings while you choose another substance: all are drawn, each in a colour</source>
        <translation>Behält diese Ringe, während Sie eine andere Substanz wählen: Alle werden gezeichnet, jede in einer Farbe</translation>
    </message>
    <message>
        <source>Geometries (*.poni *.json)</source>
        <translation>Geometrien (*.poni *.json)</translation>
    </message>
    <message>
        <source>The detector is not flat: beam centre, distance and tilt cannot be typed; the numbers of the PONI can.</source>
        <translation>Der Detektor ist nicht eben: Strahlmitte, Abstand und Neigung können nicht eingegeben werden, wohl aber die Zahlen der PONI-Datei.</translation>
    </message>
</context>
<context>
    <name>ewald::ui::HoldUpLine</name>
    <message>
        <source>It is set in the form; press Apply to go on with it.</source>
        <translation>Es ist im Formular eingestellt; „Anwenden“ fährt damit fort.</translation>
    </message>
    <message>
        <source>It is set in the form and holds from the next start on.</source>
        <translation>Es ist im Formular eingestellt und gilt ab dem nächsten Start.</translation>
    </message>
    <message>
        <source>It is set in the form, and the run goes on with it.</source>
        <translation>Es ist im Formular eingestellt, und der Lauf geht damit weiter.</translation>
    </message>
</context>
<context>
    <name>ewald::ui::ImageOrientationDialog</name>
    <message>
        <source>How the image lies to the geometry</source>
        <translation>Wie das Bild zur Geometrie liegt</translation>
    </message>
    <message>
        <source>The frames may be stored mirrored or turned against the image that the geometry was made for. Each picture is the cake of the shown image, the scattering angle to the right; where it fits, rings are straight upright lines. A click sets it.</source>
        <translation>Die Bilder können gegenüber dem Bild, für das die Geometrie gemacht wurde, gespiegelt oder gedreht gespeichert sein. Jede Darstellung ist der Cake des gezeigten Bildes, der Streuwinkel nach rechts; wo sie passt, sind Ringe gerade senkrechte Linien. Ein Klick stellt sie ein.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>Try them with the geometry and the image as they are now</source>
        <translation>Probiert sie mit der Geometrie und dem Bild, wie sie jetzt sind</translation>
    </message>
    <message>
        <source>Turns the image so that the geometry fits it, and closes</source>
        <translation>Dreht das Bild so, dass die Geometrie dazu passt, und schließt</translation>
    </message>
    <message>
        <source>Why images are mirrored</source>
        <translation>Warum Bilder gespiegelt sind</translation>
    </message>
    <message>
        <source>There is no image yet.</source>
        <translation>Es ist noch kein Bild da.</translation>
    </message>
    <message>
        <source>Trying…</source>
        <translation>Wird probiert …</translation>
    </message>
</context>
<context>
    <name>ewald::ui::ImportDialog</name>
    <message>
        <source>Frames</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>The detector images: (frame, row, column), or a raster (line, point, row, column)</source>
        <translation>Die Detektorbilder: (Bild, Zeile, Spalte), oder ein Raster (Linie, Punkt, Zeile, Spalte)</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>Positionen</translation>
    </message>
    <message>
        <source>Both coordinates in one dataset, (frame, 2) or (2, frame)</source>
        <translation>Beide Koordinaten in einem Datensatz, (Bild, 2) oder (2, Bild)</translation>
    </message>
    <message>
        <source>Horizontal positions, one a frame</source>
        <translation>Waagerechte Positionen, eine je Bild</translation>
    </message>
    <message>
        <source>Vertical positions, one a frame</source>
        <translation>Senkrechte Positionen, eine je Bild</translation>
    </message>
    <message>
        <source>Energy or wavelength</source>
        <translation>Energie oder Wellenlänge</translation>
    </message>
    <message>
        <source>From a dataset, or typed by hand</source>
        <translation>Aus einem Datensatz, oder von Hand</translation>
    </message>
    <message>
        <source>Sample to detector</source>
        <translation>Probe bis Detektor</translation>
    </message>
    <message>
        <source>Detector pixel</source>
        <translation>Detektorpixel</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>Maske</translation>
    </message>
    <message>
        <source>Bad pixels of the detector, where the file has them</source>
        <translation>Schlechte Pixel des Detektors, wo die Datei sie hat</translation>
    </message>
    <message>
        <source>Probe</source>
        <translation>Sonde</translation>
    </message>
    <message>
        <source>A complex probe to start from, where the file has one</source>
        <translation>Eine komplexe Sonde für den Anfang, wo die Datei eine hat</translation>
    </message>
    <message>
        <source>Remember for files of this layout, as</source>
        <translation>Für Dateien dieser Anordnung merken als</translation>
    </message>
    <message>
        <source>The next file with these datasets opens without a question</source>
        <translation>Die nächste Datei mit diesen Datensätzen öffnet sich ohne Frage</translation>
    </message>
    <message>
        <source>name of the beamline</source>
        <translation>Name des Strahlrohrs</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Reading the file…</source>
        <translation>Die Datei wird gelesen …</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Value, unit</source>
        <translation>Wert, Einheit</translation>
    </message>
    <message>
        <source>Datasets of the file</source>
        <translation>Datensätze der Datei</translation>
    </message>
    <message>
        <source>as guessed from the names</source>
        <translation>aus den Namen geraten</translation>
    </message>
    <message>
        <source>Start from</source>
        <translation>Ausgehen von</translation>
    </message>
    <message>
        <source>or a number</source>
        <translation>oder eine Zahl</translation>
    </message>
    <message>
        <source>Used where no dataset is chosen</source>
        <translation>Gilt, wo kein Datensatz gewählt ist</translation>
    </message>
    <message>
        <source>%1 by hand</source>
        <translation>%1 von Hand</translation>
    </message>
    <message>
        <source>The unit of the numbers</source>
        <translation>Die Einheit der Zahlen</translation>
    </message>
    <message>
        <source>Unit of %1</source>
        <translation>Einheit: %1</translation>
    </message>
    <message>
        <source>x, then y</source>
        <translation>erst x, dann y</translation>
    </message>
    <message>
        <source>y, then x</source>
        <translation>erst y, dann x</translation>
    </message>
    <message>
        <source>The order of the two columns of the positions</source>
        <translation>Die Reihenfolge der beiden Spalten der Positionen</translation>
    </message>
    <message>
        <source>Order of the columns</source>
        <translation>Reihenfolge der Spalten</translation>
    </message>
    <message>
        <source>Frames hold amplitudes (√ of the photons)</source>
        <translation>Bilder enthalten Amplituden (√ der Photonen)</translation>
    </message>
    <message>
        <source>Direct beam in the corner of the frames</source>
        <translation>Direkter Strahl in der Ecke der Bilder</translation>
    </message>
    <message>
        <source>Some programs store the square root of the counts</source>
        <translation>Manche Programme speichern die Wurzel der Ereignisse</translation>
    </message>
    <message>
        <source>Some programs store frames as the Fourier transform orders them</source>
        <translation>Manche Programme speichern Bilder in der Ordnung der Fourier-Transformation</translation>
    </message>
    <message>
        <source>– not in the file –</source>
        <translation>– nicht in der Datei –</translation>
    </message>
    <message>
        <source>Use as: %1</source>
        <translation>Verwenden als: %1</translation>
    </message>
    <message>
        <source>Choose the dataset of the frames first.</source>
        <translation>Bitte zuerst den Datensatz der Bilder wählen.</translation>
    </message>
    <message>
        <source>object %1 × %2 pixels</source>
        <translation>Objekt %1 × %2 Pixel</translation>
    </message>
    <message>
        <source>Integrate the frames</source>
        <translation>Bilder integrieren</translation>
    </message>
    <message>
        <source>This is no scan for ptychography: makes powder patterns of its frames</source>
        <translation>Dies ist kein Scan für Ptychographie: macht Pulverdiagramme aus seinen Bildern</translation>
    </message>
    <message>
        <source>or x positions</source>
        <translation>oder x-Positionen</translation>
    </message>
    <message>
        <source>and y positions</source>
        <translation>und y-Positionen</translation>
    </message>
    <message>
        <source>Assign datasets: %1</source>
        <translation>Datensätze zuordnen: %1</translation>
    </message>
    <message>
        <source>Choose the dataset for each quantity. The line below updates as you go.</source>
        <translation>Für jede Größe den Datensatz wählen. Die Zeile darunter zeigt laufend, was sich ergibt.</translation>
    </message>
    <message>
        <source>The layout of this file is not known (%1). Choose the dataset for each quantity. The line below updates as you go.</source>
        <translation>Die Anordnung dieser Datei ist nicht bekannt (%1). Für jede Größe den Datensatz wählen. Die Zeile darunter zeigt laufend, was sich ergibt.</translation>
    </message>
    <message>
        <source>Right click on a dataset to assign it</source>
        <translation>Rechtsklick auf einen Datensatz ordnet ihn zu</translation>
    </message>
    <message>
        <source>Use as x positions</source>
        <translation>Als x-Positionen verwenden</translation>
    </message>
    <message>
        <source>Use as y positions</source>
        <translation>Als y-Positionen verwenden</translation>
    </message>
    <message>
        <source>Suits no quantity</source>
        <translation>Passt zu keiner Größe</translation>
    </message>
    <message>
        <source>Choose a dataset for the positions: one for both axes, or one each for x and y.</source>
        <translation>Einen Datensatz für die Positionen wählen: einen für beide Achsen, oder je einen für x und y.</translation>
    </message>
    <message>
        <source>Layouts that were remembered, and those of beamlines</source>
        <translation>Gemerkte Anordnungen und die von Messplätzen</translation>
    </message>
    <message>
        <source>A detector pixel of %1: is its unit right?</source>
        <translation>Ein Detektorpixel von %1: Stimmt die Einheit?</translation>
    </message>
    <message>
        <source>%1 from sample to detector: is the unit right?</source>
        <translation>%1 von der Probe zum Detektor: Stimmt die Einheit?</translation>
    </message>
    <message>
        <source>The files of frames and positions are not remembered: they belong to this scan.</source>
        <translation>Die Dateien der Bilder und Positionen werden nicht gemerkt: Sie gehören zu diesem Scan.</translation>
    </message>
    <message>
        <source>File of the frames</source>
        <translation>Datei der Bilder</translation>
    </message>
    <message>
        <source>File of the positions</source>
        <translation>Datei der Positionen</translation>
    </message>
    <message>
        <source>– not in the table –</source>
        <translation>– nicht in der Tabelle –</translation>
    </message>
    <message>
        <source>– all images –</source>
        <translation>– alle Bilder –</translation>
    </message>
    <message>
        <source>– found by itself –</source>
        <translation>– wird selbst gefunden –</translation>
    </message>
    <message>
        <source>Choose the file of the positions.</source>
        <translation>Datei der Positionen wählen.</translation>
    </message>
    <message>
        <source>Choose the scan of the SPEC file.</source>
        <translation>Scan der SPEC-Datei wählen.</translation>
    </message>
    <message>
        <source>Choose the columns of the x and y positions.</source>
        <translation>Spalten der x- und y-Positionen wählen.</translation>
    </message>
    <message>
        <source>Frame numbers</source>
        <translation>Bildnummern</translation>
    </message>
    <message>
        <source>Which frame each position belongs to, from 0 on; without: in order</source>
        <translation>Zu welchem Bild jede Position gehört, ab 0; ohne: der Reihe nach</translation>
    </message>
    <message>
        <source>Monitor</source>
        <translation>Monitor</translation>
    </message>
    <message>
        <source>Incident intensity at each position</source>
        <translation>Einfallende Intensität an jeder Position</translation>
    </message>
    <message>
        <source>These are positions. Choose the file of the frames.</source>
        <translation>Das sind Positionen. Wählen Sie die Datei der Bilder.</translation>
    </message>
    <message>
        <source>%1: “%2” is no number.</source>
        <translation>%1: „%2“ ist keine Zahl.</translation>
    </message>
    <message>
        <source>Give the layout a name, or do not remember it.</source>
        <translation>Einen Namen für die Anordnung angeben oder sie nicht merken.</translation>
    </message>
</context>
<context>
    <name>ewald::ui::ImportSourceRow</name>
    <message>
        <source>Choose file…</source>
        <translation>Datei wählen …</translation>
    </message>
    <message>
        <source>in this file</source>
        <translation>in dieser Datei</translation>
    </message>
    <message>
        <source>A file or a pattern (# for the number); empty: in the file itself</source>
        <translation>Eine Datei oder ein Muster (# für die Nummer); leer: in der Datei selbst</translation>
    </message>
    <message>
        <source>An HDF5 file or a table (CSV, columns, SPEC); empty: in the file itself</source>
        <translation>Eine HDF5-Datei oder eine Tabelle (CSV, Spalten, SPEC); leer: in der Datei selbst</translation>
    </message>
    <message>
        <source>One file or several; an image of a numbered series stands for all. Files can be dropped here.</source>
        <translation>Eine Datei oder mehrere; ein Bild einer nummerierten Reihe steht für alle. Dateien können hier abgelegt werden.</translation>
    </message>
    <message>
        <source>A file can be dropped here as well.</source>
        <translation>Eine Datei kann auch hier abgelegt werden.</translation>
    </message>
    <message>
        <source>The scan of the SPEC file</source>
        <translation>Der Scan der SPEC-Datei</translation>
    </message>
    <message>
        <source>choose the scan</source>
        <translation>Scan wählen</translation>
    </message>
    <message>
        <source>scan %1</source>
        <translation>Scan %1</translation>
    </message>
    <message>
        <source>Choose file</source>
        <translation>Datei wählen</translation>
    </message>
</context>
<context>
    <name>ewald::ui::IntegerEditor</name>
    <message>
        <source>Not a whole number</source>
        <translation>Keine ganze Zahl</translation>
    </message>
</context>
<context>
    <name>ewald::ui::IntegrationSession</name>
    <message>
        <source>Frame %1</source>
        <translation>Bild %1</translation>
    </message>
    <message>
        <source>Mean of all frames</source>
        <translation>Mittel aller Bilder</translation>
    </message>
    <message>
        <source>Maximum of all frames</source>
        <translation>Maximum aller Bilder</translation>
    </message>
    <message>
        <source>The geometry is saved</source>
        <translation>Die Geometrie ist gespeichert</translation>
    </message>
    <message>
        <source>The mask has %1 × %2 pixels, the frames have %3 × %4</source>
        <translation>Die Maske hat %1 × %2 Pixel, die Bilder haben %3 × %4</translation>
    </message>
    <message>
        <source>use a mask that was made for these frames</source>
        <translation>eine Maske nehmen, die für diese Bilder gemacht wurde</translation>
    </message>
    <message>
        <source>The mask is saved</source>
        <translation>Die Maske ist gespeichert</translation>
    </message>
    <message>
        <source>The detector is %1 away: check the unit of the distance.</source>
        <translation>Der Detektor ist %1 entfernt: die Einheit des Abstands prüfen.</translation>
    </message>
    <message>
        <source>A detector pixel is %1 wide: check its unit.</source>
        <translation>Ein Detektorpixel ist %1 breit: seine Einheit prüfen.</translation>
    </message>
    <message>
        <source>Geometry file</source>
        <translation>Geometriedatei</translation>
    </message>
    <message>
        <source>Geometry</source>
        <translation>Geometrie</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>Maske</translation>
    </message>
    <message>
        <source>Orientation of the image</source>
        <translation>Ausrichtung des Bildes</translation>
    </message>
    <message>
        <source>Mean of %1 {frame|frames}</source>
        <translation>Mittel aus %1 {Bild|Bildern}</translation>
    </message>
    <message>
        <source>Maximum of %1 {frame|frames}</source>
        <translation>Maximum aus %1 {Bild|Bildern}</translation>
    </message>
    <message>
        <source>Pixel size</source>
        <translation>Pixelgröße</translation>
    </message>
    <message>
        <source>%1 needs the photon energy: type it, or choose 2θ or r as the unit of the axis.</source>
        <translation>%1 braucht die Photonenenergie: sie eingeben oder 2θ oder r als Einheit der Achse wählen.</translation>
    </message>
    <message>
        <source>Pressure</source>
        <translation>Druck</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>Cell scale</source>
        <translation>Zellskalierung</translation>
    </message>
</context>
<context>
    <name>ewald::ui::IntensitiesPanel</name>
    <message>
        <source>Beam</source>
        <translation>Strahl</translation>
    </message>
    <message>
        <source>How bright the beam was in each frame, compared with the mean</source>
        <translation>Wie hell der Strahl in jedem Bild war, verglichen mit dem Mittel</translation>
    </message>
    <message>
        <source>Frame</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Intensity (mean = 1)</source>
        <translation>Intensität (Mittel = 1)</translation>
    </message>
    <message>
        <source>Intensity</source>
        <translation>Intensität</translation>
    </message>
</context>
<context>
    <name>ewald::ui::IntentSheet</name>
    <message>
        <source>What are these files for?</source>
        <translation>Wofür sind diese Dateien?</translation>
    </message>
    <message>
        <source>What is this folder for?</source>
        <translation>Wofür ist dieser Ordner?</translation>
    </message>
    <message>
        <source>%1 {scan|scans}</source>
        <translation>%1 {Scan|Scans}</translation>
    </message>
    <message>
        <source>%1 {file|files} of frames</source>
        <translation>%1 {Datei|Dateien} mit Bildern</translation>
    </message>
    <message>
        <source>%1 {result|results}</source>
        <translation>%1 {Ergebnis|Ergebnisse}</translation>
    </message>
    <message>
        <source>%1 job {document|documents}</source>
        <translation>%1 {Auftragsdokument|Auftragsdokumente}</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Also what was set for the open scan: %1</source>
        <translation>Auch was für den offenen Scan gesetzt wurde: %1</translation>
    </message>
    <message>
        <source>Geometry, masks, crop and frames belong to a scan: are they the same for these?</source>
        <translation>Geometrie, Masken, Ausschnitt und Bilder gehören zu einem Scan: Gelten sie auch für diese?</translation>
    </message>
    <message>
        <source>Sample:</source>
        <translation>Probe:</translation>
    </message>
    <message>
        <source>of these jobs; may be empty</source>
        <translation>dieser Aufträge; kann leer bleiben</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>Probe</translation>
    </message>
    <message>
        <source>They run one after the other, with the names of results that stand beside them</source>
        <translation>Sie laufen nacheinander; die Namen der Ergebnisse stehen daneben</translation>
    </message>
    <message>
        <source>The scans get the parameters of the job document; it is no job itself</source>
        <translation>Die Scans bekommen die Parameter des Auftragsdokuments; es selbst ist kein Auftrag</translation>
    </message>
    <message>
        <source>Reads all files as one stack of frames and makes powder patterns of them</source>
        <translation>Liest alle Dateien als einen Stapel von Bildern und macht Pulverdiagramme daraus</translation>
    </message>
    <message>
        <source>Integrate the frames of all as one stack</source>
        <translation>Die Bilder aller als einen Stapel integrieren</translation>
    </message>
    <message>
        <source>Compare the two results</source>
        <translation>Die beiden Ergebnisse vergleichen</translation>
    </message>
    <message>
        <source>One scan or result can be open at a time</source>
        <translation>Ein Scan oder Ergebnis kann zugleich offen sein</translation>
    </message>
    <message>
        <source>Open one of them</source>
        <translation>Eine davon öffnen</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>%1 öffnen</translation>
    </message>
    <message>
        <source>Select two results first: Ctrl and click</source>
        <translation>Zuerst zwei Ergebnisse auswählen: Strg und Klick</translation>
    </message>
    <message>
        <source>Shows both beside each other, with their difference</source>
        <translation>Zeigt beide nebeneinander, mit ihrer Differenz</translation>
    </message>
    <message>
        <source>Queue {1:this file|these %1 files}: integrate each with the parameters of the form</source>
        <translation>{1:Diese Datei|Diese %1 Dateien} einreihen: jede mit den Parametern des Formulars integrieren</translation>
    </message>
    <message>
        <source>Queue {1:this scan|these %1 scans} with the parameters of the form</source>
        <translation>{1:Diesen Scan|Diese %1 Scans} mit den Parametern des Formulars einreihen</translation>
    </message>
    <message>
        <source>Queue {1:this job document|these %1 job documents}</source>
        <translation>{1:Dieses Auftragsdokument|Diese %1 Auftragsdokumente} einreihen</translation>
    </message>
    <message>
        <source>Queue {1:1 scan|%1 scans} with the parameters of the form, job documents as they are</source>
        <translation>{1:1 Scan|%1 Scans} mit den Parametern des Formulars einreihen, Auftragsdokumente wie sie sind</translation>
    </message>
    <message>
        <source>Queue {1:this scan|these %1 scans} with the parameters of %2</source>
        <translation>{1:Diesen Scan|Diese %1 Scans} mit den Parametern von %2 einreihen</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>%1
Result: %2</source>
        <translation>%1
Ergebnis: %2</translation>
    </message>
    <message>
        <source>%1 {file|files} cannot be queued: %2</source>
        <translation>%1 {Datei kann|Dateien können} nicht eingereiht werden: %2</translation>
    </message>
    <message>
        <source>These scans become jobs, and each new one as soon as it is complete</source>
        <translation>Diese Scans werden Aufträge, und jeder neue, sobald er vollständig ist</translation>
    </message>
    <message>
        <source>Watch the folder: queue these scans and each new one, with the parameters of the form</source>
        <translation>Ordner beobachten: diese und jeden neuen Scan mit den Parametern des Formulars einreihen</translation>
    </message>
    <message>
        <source>%1: no scan, frames, result or job that can be read</source>
        <translation>%1: nichts Lesbares (Scan, Bilder, Ergebnis oder Auftrag)</translation>
    </message>
    <message>
        <source>Names of the results and of the jobs, values from a table, several values of a parameter</source>
        <translation>Namen der Ergebnisse und der Aufträge, Werte aus einer Tabelle, mehrere Werte eines Parameters</translation>
    </message>
    <message>
        <source>Queue them with names, a table of values or a sweep…</source>
        <translation>Mit Namen, einer Tabelle von Werten oder einer Variation in die Warteschlange …</translation>
    </message>
    <message>
        <source>With the geometry of %1</source>
        <translation>Mit der Geometrie von %1</translation>
    </message>
</context>
<context>
    <name>ewald::ui::IterationsDialog</name>
    <message>
        <source>More iterations</source>
        <translation>Weitere Iterationen</translation>
    </message>
    <message>
        <source>For how many iterations?</source>
        <translation>Um wie viele Iterationen?</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>ewald::ui::JobHistory</name>
    <message>
        <source>Pipeline</source>
        <translation>Ablauf</translation>
    </message>
    <message>
        <source>All parameters</source>
        <translation>Alle Parameter</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startzahl</translation>
    </message>
</context>
<context>
    <name>ewald::ui::JobLog</name>
    <message>
        <source>— attempt %1 —</source>
        <translation>— Versuch %1 —</translation>
    </message>
</context>
<context>
    <name>ewald::ui::JobNotesDialog</name>
    <message>
        <source>Notes of job %1</source>
        <translation>Notizen zu Auftrag %1</translation>
    </message>
    <message>
        <source>Notes of %1 jobs</source>
        <translation>Notizen zu %1 Aufträgen</translation>
    </message>
    <message>
        <source>In the list; the name of the result stays</source>
        <translation>In der Liste; der Name des Ergebnisses bleibt</translation>
    </message>
    <message>
        <source>Name:</source>
        <translation>Name:</translation>
    </message>
    <message>
        <source>they differ</source>
        <translation>verschieden</translation>
    </message>
    <message>
        <source>Stands on the page of the job</source>
        <translation>Steht auf der Seite des Auftrags</translation>
    </message>
    <message>
        <source>Jobs of a higher priority run before all others</source>
        <translation>Aufträge mit mehr Vorrang laufen vor allen anderen</translation>
    </message>
    <message>
        <source>Sample:</source>
        <translation>Probe:</translation>
    </message>
    <message>
        <source>Operator:</source>
        <translation>Bediener:</translation>
    </message>
    <message>
        <source>Comment:</source>
        <translation>Kommentar:</translation>
    </message>
    <message>
        <source>Priority:</source>
        <translation>Vorrang:</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>no other job</source>
        <translation>keinen anderen Auftrag</translation>
    </message>
    <message>
        <source>Job %1: %2</source>
        <translation>Auftrag %1: %2</translation>
    </message>
    <message>
        <source>Job %1</source>
        <translation>Auftrag %1</translation>
    </message>
    <message>
        <source>Has to be done before; can be chosen until a job begins</source>
        <translation>Muss vorher fertig sein; wählbar, bis ein Auftrag beginnt</translation>
    </message>
    <message>
        <source>Waits for:</source>
        <translation>Wartet auf:</translation>
    </message>
</context>
<context>
    <name>ewald::ui::KeysTable</name>
    <message>
        <source>Keyboard and mouse</source>
        <translation>Tastatur und Maus</translation>
    </message>
    <message>
        <source>Key or gesture</source>
        <translation>Taste oder Geste</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>Was sie tut</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Stop and keep the result</source>
        <translation>Anhalten und das Ergebnis behalten</translation>
    </message>
    <message>
        <source>Abort</source>
        <translation>Abbruch</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Open the example</source>
        <translation>Das Beispiel öffnen</translation>
    </message>
    <message>
        <source>Open and save a job</source>
        <translation>Einen Auftrag öffnen und speichern</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Drop a result on the parameters</source>
        <translation>Ein Ergebnis auf die Parameter ziehen</translation>
    </message>
    <message>
        <source>Start the next run from it</source>
        <translation>Den nächsten Lauf damit beginnen</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Wheel, drag, double click</source>
        <translation>Rad, Ziehen, Doppelklick</translation>
    </message>
    <message>
        <source>Zoom, move, fit</source>
        <translation>Zoomen, schieben, einpassen</translation>
    </message>
    <message>
        <source>Fit, actual size, zoom in, zoom out</source>
        <translation>Einpassen, Originalgröße, vergrößern, verkleinern</translation>
    </message>
    <message>
        <source>Logarithmic, range, next colour map</source>
        <translation>Logarithmisch, Bereich, nächste Farbtabelle</translation>
    </message>
    <message>
        <source>Measure a distance and a line profile by dragging</source>
        <translation>Durch Ziehen Abstand und Linienprofil messen</translation>
    </message>
    <message>
        <source>Show the scan positions</source>
        <translation>Die Scanpositionen zeigen</translation>
    </message>
    <message>
        <source>Copy the figure</source>
        <translation>Die Abbildung kopieren</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>Find a parameter</source>
        <translation>Einen Parameter suchen</translation>
    </message>
    <message>
        <source>Show or hide the parameters</source>
        <translation>Die Parameter zeigen oder verbergen</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>Vollbild</translation>
    </message>
    <message>
        <source>Devices and scaling</source>
        <translation>Geräte und Skalierung</translation>
    </message>
    <message>
        <source>Continue the open result</source>
        <translation>Das offene Ergebnis fortsetzen</translation>
    </message>
    <message>
        <source>Pause and resume</source>
        <translation>Pause und Fortsetzen</translation>
    </message>
    <message>
        <source>Open a scan, frames, a job or a result; or drop it on the window</source>
        <translation>Einen Scan, Bilder, einen Auftrag oder ein Ergebnis öffnen; oder auf dem Fenster ablegen</translation>
    </message>
    <message>
        <source>Assign datasets</source>
        <translation>Datensätze zuordnen</translation>
    </message>
    <message>
        <source>Masks and centre</source>
        <translation>Masken und Mitte</translation>
    </message>
    <message>
        <source>Paint the mask with a brush, a rectangle, a polygon</source>
        <translation>Die Maske mit Pinsel, Rechteck, Vieleck malen</translation>
    </message>
    <message>
        <source>Erase instead of masking</source>
        <translation>Radieren statt maskieren</translation>
    </message>
    <message>
        <source>Show or hide the mask</source>
        <translation>Die Maske zeigen oder verbergen</translation>
    </message>
    <message>
        <source>Set the centre by a click</source>
        <translation>Die Mitte durch einen Klick setzen</translation>
    </message>
    <message>
        <source>Powder patterns</source>
        <translation>Pulverdiagramme</translation>
    </message>
    <message>
        <source>Shift+drag</source>
        <translation>Umschalt+Ziehen</translation>
    </message>
    <message>
        <source>Choose a range of the pattern for the map</source>
        <translation>Einen Bereich des Diagramms für die Karte wählen</translation>
    </message>
    <message>
        <source>Show the whole pattern</source>
        <translation>Das ganze Diagramm zeigen</translation>
    </message>
    <message>
        <source>Close the message, or put the tool away</source>
        <translation>Die Meldung schließen, oder das Werkzeug weglegen</translation>
    </message>
    <message>
        <source>Find the orientation of the positions</source>
        <translation>Orientierung der Positionen finden</translation>
    </message>
    <message>
        <source>Drop two results, or Ctrl+Shift+C</source>
        <translation>Zwei Ergebnisse ablegen, oder Strg+Umschalt+C</translation>
    </message>
    <message>
        <source>Compare two results</source>
        <translation>Zwei Ergebnisse vergleichen</translation>
    </message>
    <message>
        <source>In a comparison: the other of both results in the same place</source>
        <translation>In einem Vergleich: das andere Ergebnis am selben Ort</translation>
    </message>
    <message>
        <source>Histogram; lock the range</source>
        <translation>Histogramm; Bereich festhalten</translation>
    </message>
    <message>
        <source>Stop, save and go on with parameters that the running job cannot take over</source>
        <translation>Anhalten, speichern und mit Parametern fortsetzen, die der Lauf nicht übernehmen kann</translation>
    </message>
    <message>
        <source>Open the previous or next scan of the folder</source>
        <translation>Vorigen oder nächsten Scan des Ordners öffnen</translation>
    </message>
    <message>
        <source>Draw a rectangle or an ellipse whose values are shown in a table</source>
        <translation>Ein Rechteck oder eine Ellipse zeichnen, deren Werte in einer Tabelle stehen</translation>
    </message>
    <message>
        <source>In the scan map: leave frames out by click or lasso; leave the shown frame out</source>
        <translation>In der Karte des Scans: Bilder durch Klick oder Lasso auslassen; das gezeigte Bild auslassen</translation>
    </message>
    <message>
        <source>Data, reconstruction, 3-D phase, probe, report</source>
        <translation>Daten, Rekonstruktion, 3-D-Phase, Sonde, Bericht</translation>
    </message>
    <message>
        <source>Undo and redo the last change: parameters, geometry, mask</source>
        <translation>Letzte Änderung zurücknehmen und wiederholen: Parameter, Geometrie, Maske</translation>
    </message>
    <message>
        <source>Add to the queue</source>
        <translation>In die Warteschlange stellen</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>Show or hide the queue, and the pictures of all runs</source>
        <translation>Warteschlange und Bilder aller Läufe zeigen oder verbergen</translation>
    </message>
    <message>
        <source>Run the job with several values of a parameter</source>
        <translation>Den Auftrag mit mehreren Werten eines Parameters laufen lassen</translation>
    </message>
    <message>
        <source>Hold the queue, and let it run again</source>
        <translation>Die Warteschlange anhalten und wieder laufen lassen</translation>
    </message>
    <message>
        <source>In its table: P, S, A, R</source>
        <translation>In ihrer Tabelle: P, S, A, R</translation>
    </message>
    <message>
        <source>Pause or resume, stop, abort, try again</source>
        <translation>Pausieren oder fortsetzen, anhalten, abbrechen, erneut versuchen</translation>
    </message>
    <message>
        <source>Duplicate and edit, open the result, show its folder, compare two results</source>
        <translation>Kopieren und bearbeiten, Ergebnis öffnen, Ordner zeigen, zwei Ergebnisse vergleichen</translation>
    </message>
    <message>
        <source>Earlier, later, more and less priority; or drag the rows</source>
        <translation>Früher, später, mehr und weniger Vorrang; oder die Zeilen ziehen</translation>
    </message>
    <message>
        <source>Remove from the list, and undo that</source>
        <translation>Aus der Liste nehmen, und das rückgängig machen</translation>
    </message>
    <message>
        <source>In the scan map: show where refinement has moved the positions</source>
        <translation>In der Karte des Scans: zeigen, wohin die Verfeinerung die Positionen bewegt hat</translation>
    </message>
</context>
<context>
    <name>ewald::ui::LivePage</name>
    <message>
        <source>One slice of the object, the first is the one that the beam meets first; at the left end the product of all</source>
        <translation>Eine Schicht des Objekts, die erste trifft der Strahl zuerst; am linken Ende das Produkt aller</translation>
    </message>
    <message>
        <source>All slices</source>
        <translation>Alle Schichten</translation>
    </message>
    <message>
        <source>Slice %1</source>
        <translation>Schicht %1</translation>
    </message>
    <message>
        <source>%1, slice %2 of %3</source>
        <translation>%1, Schicht %2 von %3</translation>
    </message>
    <message>
        <source>%1, mode %2 of %3</source>
        <translation>%1, Mode %2 von %3</translation>
    </message>
    <message>
        <source>Mode %1</source>
        <translation>Mode %1</translation>
    </message>
    <message>
        <source>One mode of the object, the strongest first: states that it went through while frames were exposed, made orthogonal</source>
        <translation>Eine Mode des Objekts, die stärkste zuerst: Zustände, die es während der Belichtungen durchlief, orthogonal gemacht</translation>
    </message>
    <message>
        <source>No reconstruction yet. Open a scan and press Start (F5).</source>
        <translation>Noch keine Rekonstruktion. Einen Scan öffnen und Start drücken (F5).</translation>
    </message>
    <message>
        <source>Object</source>
        <translation>Objekt</translation>
    </message>
    <message>
        <source>Probe</source>
        <translation>Sonde</translation>
    </message>
    <message>
        <source>Patterns</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Measured and modelled pattern of one frame</source>
        <translation>Gemessenes und berechnetes Beugungsbild</translation>
    </message>
    <message>
        <source>Remove the phase ramp</source>
        <translation>Phasenrampe entfernen</translation>
    </message>
    <message>
        <source>Object, iteration %1</source>
        <translation>Objekt, Iteration %1</translation>
    </message>
    <message>
        <source>Object of %1</source>
        <translation>Objekt aus %1</translation>
    </message>
    <message>
        <source>mode %1 · %2 %</source>
        <translation>Mode %1 · %2 %</translation>
    </message>
    <message>
        <source>No reconstruction yet. Press Start (F5).</source>
        <translation>Noch keine Rekonstruktion. Start drücken (F5).</translation>
    </message>
    <message>
        <source>Shows the object without its linear phase ramp and mean phase, which a reconstruction cannot determine</source>
        <translation>Zeigt das Objekt ohne seine lineare Phasenrampe und mittlere Phase, die eine Rekonstruktion nicht bestimmen kann</translation>
    </message>
    <message>
        <source>The figure is on the clipboard</source>
        <translation>Die Abbildung ist in der Zwischenablage</translation>
    </message>
    <message>
        <source>Waiting for the first iteration…</source>
        <translation>Warten auf die erste Iteration …</translation>
    </message>
    <message>
        <source>The run failed before the first image: %1</source>
        <translation>Der Lauf ist vor dem ersten Bild gescheitert: %1</translation>
    </message>
    <message>
        <source>The run ended before the first image.</source>
        <translation>Der Lauf endete vor dem ersten Bild.</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Lesen …</translation>
    </message>
    <message>
        <source>Show the running reconstruction</source>
        <translation>Laufende Rekonstruktion zeigen</translation>
    </message>
    <message>
        <source>What Fourier error and LLK mean</source>
        <translation>Was Fourier-Fehler und LLK bedeuten</translation>
    </message>
    <message>
        <source>Object of %1, iteration %2</source>
        <translation>Objekt von %1, Iteration %2</translation>
    </message>
    <message>
        <source>Finding the probe…</source>
        <translation>Die Sonde wird gesucht …</translation>
    </message>
    <message>
        <source>Lit area only</source>
        <translation>Nur beleuchtete Fläche</translation>
    </message>
    <message>
        <source>Shows the object only where the scan has brought light: its range is found there, and figures show nothing else</source>
        <translation>Zeigt das Objekt nur, wo der Scan Licht hingebracht hat: Dort wird der Bereich bestimmt, und Abbildungen zeigen nichts anderes</translation>
    </message>
    <message>
        <source>The figure is saved</source>
        <translation>Die Abbildung ist gespeichert</translation>
    </message>
    <message>
        <source>The figure could not be saved</source>
        <translation>Die Abbildung konnte nicht gespeichert werden</translation>
    </message>
    <message>
        <source>Changed after iteration %1</source>
        <translation>Geändert nach Iteration %1</translation>
    </message>
    <message>
        <source>Go back to iteration %1, in a new file</source>
        <translation>Zu Iteration %1 zurückgehen, in einer neuen Datei</translation>
    </message>
    <message>
        <source>The state of iteration %1 is not kept</source>
        <translation>Der Zustand von Iteration %1 ist nicht behalten</translation>
    </message>
    <message>
        <source>Iteration %1 · Fourier error %2 · LLK %3 (1 = noise limit)</source>
        <translation>Iteration %1 · Fourier-Fehler %2 · LLK %3 (1 = Rauschgrenze)</translation>
    </message>
    <message>
        <source>Changed before the first iteration</source>
        <translation>Vor der ersten Iteration geändert</translation>
    </message>
    <message>
        <source>Iteration %1 · Fourier error %2 = %3 × noise limit · LLK %4</source>
        <translation>Iteration %1 · Fourier-Fehler %2 = %3 × Rauschgrenze · LLK %4</translation>
    </message>
    <message>
        <source>Decided before the first iteration</source>
        <translation>Vor der ersten Iteration entschieden</translation>
    </message>
    <message>
        <source>Decided after iteration %1</source>
        <translation>Nach Iteration %1 entschieden</translation>
    </message>
    <message>
        <source>%1…</source>
        <translation>%1 …</translation>
    </message>
    <message>
        <source>A result has no patterns: those of a run are shown</source>
        <translation>Ein Ergebnis hat keine Beugungsbilder: Gezeigt werden die eines Laufs</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
</context>
<context>
    <name>ewald::ui::LogView</name>
    <message>
        <source>All lines</source>
        <translation>Alle Zeilen</translation>
    </message>
    <message>
        <source>Warnings and errors</source>
        <translation>Warnungen und Fehler</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Which lines of the log are shown</source>
        <translation>Welche Zeilen des Protokolls gezeigt werden</translation>
    </message>
    <message>
        <source>Level of the log</source>
        <translation>Stufe des Protokolls</translation>
    </message>
    <message>
        <source>Search the log</source>
        <translation>Protokoll durchsuchen</translation>
    </message>
    <message>
        <source>Shows only lines with this text</source>
        <translation>Zeigt nur Zeilen mit diesem Text</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the lines that are shown</source>
        <translation>Die gezeigten Zeilen kopieren</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern …</translation>
    </message>
    <message>
        <source>Save the lines that are shown as a text file</source>
        <translation>Die gezeigten Zeilen als Textdatei speichern</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>error: </source>
        <translation>Fehler: </translation>
    </message>
    <message>
        <source>warning: </source>
        <translation>Warnung: </translation>
    </message>
    <message>
        <source>Save the log</source>
        <translation>Protokoll speichern</translation>
    </message>
    <message>
        <source>Texts (*.txt *.log)</source>
        <translation>Texte (*.txt *.log)</translation>
    </message>
    <message>
        <source>No line of the log matches.</source>
        <translation>Keine Zeile des Protokolls passt.</translation>
    </message>
    <message>
        <source>the log could not be saved: %1</source>
        <translation>das Protokoll konnte nicht gespeichert werden: %1</translation>
    </message>
    <message>
        <source>The log of a run is shown here. Results of earlier versions do not hold theirs.</source>
        <translation>Hier steht das Protokoll eines Laufs. Ergebnisse früherer Versionen enthalten keines.</translation>
    </message>
</context>
<context>
    <name>ewald::ui::MainWindow</name>
    <message>
        <source>Ewald</source>
        <translation>Ewald</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Reconstruction</source>
        <translation>Rekonstruktion</translation>
    </message>
    <message>
        <source>3-D phase</source>
        <translation>3-D-Phase</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Bericht</translation>
    </message>
    <message>
        <source>Object, probe, loss and patterns (Ctrl+2)</source>
        <translation>Objekt, Sonde, Fehler und Beugungsbilder (Strg+2)</translation>
    </message>
    <message>
        <source>The phase as a surface (Ctrl+3)</source>
        <translation>Die Phase als Fläche (Strg+3)</translation>
    </message>
    <message>
        <source>%1 – Ewald</source>
        <translation>%1 – Ewald</translation>
    </message>
    <message>
        <source>%1 (file)</source>
        <extracomment>as changed by hand on the page &quot;Geometry and mask&quot;</extracomment>
        <translation>%1 (Datei)</translation>
    </message>
    <message>
        <source>%1 keV</source>
        <translation>%1 keV</translation>
    </message>
    <message>
        <source>Abort the run?</source>
        <translation>Den Lauf abbrechen?</translation>
    </message>
    <message>
        <source>Stop and keep</source>
        <translation>Anhalten und behalten</translation>
    </message>
    <message>
        <source>Abort</source>
        <translation>Abbruch</translation>
    </message>
    <message>
        <source>Keep running</source>
        <translation>Weiterlaufen</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren …</translation>
    </message>
    <message>
        <source>Abort and quit</source>
        <translation>Abbrechen und beenden</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>&amp;Start</translation>
    </message>
    <message>
        <source>Reconstruct the open scan with these parameters</source>
        <translation>Den offenen Scan mit diesen Parametern rekonstruieren</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Pause</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>An&amp;halten</translation>
    </message>
    <message>
        <source>End now and keep the result so far</source>
        <translation>Jetzt beenden und das Ergebnis bis hierher behalten</translation>
    </message>
    <message>
        <source>&amp;Abort…</source>
        <translation>&amp;Abbrechen …</translation>
    </message>
    <message>
        <source>Expor&amp;t…</source>
        <translation>E&amp;xportieren …</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>&amp;Öffnen …</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Open &amp;example</source>
        <translation>&amp;Beispiel öffnen</translation>
    </message>
    <message>
        <source>A simulated scan to try everything with</source>
        <translation>Ein simulierter Scan zum Ausprobieren</translation>
    </message>
    <message>
        <source>Open example with &amp;wrong positions</source>
        <translation>Beispiel mit &amp;falschen Positionen öffnen</translation>
    </message>
    <message>
        <source>The same scan with wrong positions and a background, to try their refinement with</source>
        <translation>Derselbe Scan mit falschen Positionen und Untergrund, um deren Verfeinerung auszuprobieren</translation>
    </message>
    <message>
        <source>Open &amp;job…</source>
        <translation>&amp;Auftrag öffnen …</translation>
    </message>
    <message>
        <source>Load all parameters from a job document</source>
        <translation>Alle Parameter aus einem Auftrag laden</translation>
    </message>
    <message>
        <source>&amp;Save job…</source>
        <translation>Auftrag &amp;speichern …</translation>
    </message>
    <message>
        <source>Save all parameters as a job document</source>
        <translation>Alle Parameter als Auftrag speichern</translation>
    </message>
    <message>
        <source>Job e&amp;xamples</source>
        <translation>Auftra&amp;gsbeispiele</translation>
    </message>
    <message>
        <source>Difference map, then rPIE</source>
        <translation>Difference Map, dann rPIE</translation>
    </message>
    <message>
        <source>Partially coherent beam, three modes</source>
        <translation>Teilkohärenter Strahl, drei Moden</translation>
    </message>
    <message>
        <source>Careful ePIE for little overlap</source>
        <translation>Vorsichtige ePIE für wenig Überlappung</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>B&amp;eenden</translation>
    </message>
    <message>
        <source>Close the window</source>
        <translation>Das Fenster schließen</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>&amp;Lauf</translation>
    </message>
    <message>
        <source>&amp;Result file…</source>
        <translation>Ergebnisda&amp;tei …</translation>
    </message>
    <message>
        <source>Choose where the result is written</source>
        <translation>Wählen, wohin das Ergebnis geschrieben wird</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Data</source>
        <translation>&amp;Daten</translation>
    </message>
    <message>
        <source>&amp;Reconstruction</source>
        <translation>&amp;Rekonstruktion</translation>
    </message>
    <message>
        <source>3-D &amp;phase</source>
        <translation>3-D-&amp;Phase</translation>
    </message>
    <message>
        <source>R&amp;eport</source>
        <translation>B&amp;ericht</translation>
    </message>
    <message>
        <source>&amp;Find a parameter</source>
        <translation>Parameter suche&amp;n</translation>
    </message>
    <message>
        <source>Full scree&amp;n</source>
        <translation>Voll&amp;bild</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>Dar&amp;k</source>
        <translation>D&amp;unkel</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;Keyboard and mouse</source>
        <translation>&amp;Tastatur und Maus</translation>
    </message>
    <message>
        <source>&amp;About Ewald</source>
        <translation>Ü&amp;ber Ewald</translation>
    </message>
    <message>
        <source>&amp;Clear this list</source>
        <translation>Diese Liste &amp;leeren</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Open a job document</source>
        <translation>Einen Auftrag öffnen</translation>
    </message>
    <message>
        <source>Job documents (*.json)</source>
        <translation>Aufträge (*.json)</translation>
    </message>
    <message>
        <source>Save the job</source>
        <translation>Den Auftrag speichern</translation>
    </message>
    <message>
        <source>The job is saved</source>
        <translation>Der Auftrag ist gespeichert</translation>
    </message>
    <message>
        <source>Where the result is written</source>
        <translation>Wohin das Ergebnis geschrieben wird</translation>
    </message>
    <message>
        <source>Results (*.h5)</source>
        <translation>Ergebnisse (*.h5)</translation>
    </message>
    <message>
        <source>Exported</source>
        <translation>Exportiert</translation>
    </message>
    <message>
        <source>Integration</source>
        <translation>Integration</translation>
    </message>
    <message>
        <source>%1 (F5)</source>
        <translation>%1 (F5)</translation>
    </message>
    <message>
        <source>Integrate the open frames with these parameters</source>
        <translation>Die geöffneten Bilder mit diesen Parametern integrieren</translation>
    </message>
    <message>
        <source>Geometry and mask</source>
        <translation>Geometrie und Maske</translation>
    </message>
    <message>
        <source>The frames with rings and mask, and where the detector is (Ctrl+1)</source>
        <translation>Die Bilder mit Ringen und Maske, und wo der Detektor steht (Strg+1)</translation>
    </message>
    <message>
        <source>Patterns, heat map, cakes and maps (Ctrl+2)</source>
        <translation>Diagramme, Heatmap, Cakes und Karten (Strg+2)</translation>
    </message>
    <message>
        <source>Run the open job with these parameters</source>
        <translation>Den offenen Auftrag mit diesen Parametern ausführen</translation>
    </message>
    <message>
        <source>Write the result in other formats: TIFF, text, HDF5, PNG</source>
        <translation>Das Ergebnis in anderen Formaten schreiben: TIFF, Text, HDF5, PNG</translation>
    </message>
    <message>
        <source>Open a scan, frames, a geometry, a job document or a result</source>
        <translation>Einen Scan, Bilder, eine Geometrie, einen Auftrag oder ein Ergebnis öffnen</translation>
    </message>
    <message>
        <source>Open &amp;powder example</source>
        <translation>&amp;Pulverbeispiel öffnen</translation>
    </message>
    <message>
        <source>Simulated frames of a powder to try integration with</source>
        <translation>Simulierte Bilder eines Pulvers, um die Integration auszuprobieren</translation>
    </message>
    <message>
        <source>&amp;Geometry and mask</source>
        <translation>&amp;Geometrie und Maske</translation>
    </message>
    <message>
        <source>&amp;Integration</source>
        <translation>&amp;Integration</translation>
    </message>
    <message>
        <source>Open a scan, frames, a job or a result</source>
        <translation>Einen Scan, Bilder, einen Auftrag oder ein Ergebnis öffnen</translation>
    </message>
    <message>
        <source>&amp;Devices and scaling…</source>
        <translation>&amp;Geräte und Skalierung …</translation>
    </message>
    <message>
        <source>What can compute here, whether it works, and what more workers bring</source>
        <translation>Was hier rechnen kann, ob es geht, und was mehr Arbeiter bringen</translation>
    </message>
    <message>
        <source>Remarks on the frames</source>
        <translation>Anmerkungen zu den Bildern</translation>
    </message>
    <message>
        <source>Patterns, positions and checks of the open scan (Ctrl+1)</source>
        <translation>Beugungsbilder, Positionen und Prüfungen des Scans (Strg+1)</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Assign datasets…</source>
        <translation>Datensätze zuordnen …</translation>
    </message>
    <message>
        <source>Parameters of %1 were not taken over</source>
        <translation>Parameter von %1 wurden nicht übernommen</translation>
    </message>
    <message>
        <source>Use for this scan</source>
        <translation>Für diesen Scan verwenden</translation>
    </message>
    <message>
        <source>1 parameter is invalid</source>
        <translation>1 Parameter ist ungültig</translation>
    </message>
    <message>
        <source>%1 parameters are invalid</source>
        <translation>%1 Parameter sind ungültig</translation>
    </message>
    <message>
        <source>Fix the fields marked red.</source>
        <translation>Die rot markierten Felder berichtigen.</translation>
    </message>
    <message>
        <source>The run was aborted; nothing was saved.</source>
        <translation>Der Lauf wurde abgebrochen; nichts wurde gespeichert.</translation>
    </message>
    <message>
        <source>Stopped. The result so far is saved.</source>
        <translation>Angehalten. Das bisherige Ergebnis ist gespeichert.</translation>
    </message>
    <message>
        <source>Done. The result is saved.</source>
        <translation>Fertig. Das Ergebnis ist gespeichert.</translation>
    </message>
    <message>
        <source>Stopped at iteration %1 of %2. The result is saved.</source>
        <translation>Angehalten bei Iteration %1 von %2. Das Ergebnis ist gespeichert.</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Show folder</source>
        <translation>Ordner zeigen</translation>
    </message>
    <message>
        <source>Quit, and let it go on or stop it?</source>
        <translation>Beenden, und sie weiterlaufen lassen oder anhalten?</translation>
    </message>
    <message>
        <source>Save and quit</source>
        <translation>Speichern und beenden</translation>
    </message>
    <message>
        <source>Quitting as soon as the run has stopped</source>
        <translation>Das Programm endet, sobald der Lauf angehalten hat</translation>
    </message>
    <message>
        <source>Pause after the current batch; press again to resume</source>
        <translation>Pause nach dem laufenden Stapel; noch einmal drücken setzt fort</translation>
    </message>
    <message>
        <source>Apply c&amp;hanges</source>
        <translation>&amp;Änderungen anwenden</translation>
    </message>
    <message>
        <source>&amp;Continue</source>
        <translation>&amp;Fortsetzen</translation>
    </message>
    <message>
        <source>Continue the open result where it ended, into the same file; for more iterations set a larger number first</source>
        <translation>Das offene Ergebnis fortsetzen, wo es endete, in dieselbe Datei; für mehr Iterationen zuerst eine größere Zahl einstellen</translation>
    </message>
    <message>
        <source>&amp;Assign datasets…</source>
        <translation>&amp;Datensätze zuordnen …</translation>
    </message>
    <message>
        <source>Choose the dataset of the open file for each quantity</source>
        <translation>Für jede Größe den Datensatz der offenen Datei wählen</translation>
    </message>
    <message>
        <source>Show p&amp;arameters</source>
        <translation>Parameter &amp;zeigen</translation>
    </message>
    <message>
        <source>&amp;System theme</source>
        <translation>&amp;Farben des Systems</translation>
    </message>
    <message>
        <source>Stopped before the next iteration; the result is as it was.</source>
        <translation>Vor der nächsten Iteration angehalten; das Ergebnis ist unverändert.</translation>
    </message>
    <message>
        <source>Stopped, %1 of %2 frames failed. The result is saved.</source>
        <translation>Angehalten, %1 von %2 Bildern misslungen. Das Ergebnis ist gespeichert.</translation>
    </message>
    <message>
        <source>Done, %1 of %2 frames failed. The result is saved.</source>
        <translation>Fertig, %1 von %2 Bildern misslungen. Das Ergebnis ist gespeichert.</translation>
    </message>
    <message>
        <source>Show the result</source>
        <translation>Ergebnis zeigen</translation>
    </message>
    <message>
        <source>&amp;Manual</source>
        <translation>&amp;Handbuch</translation>
    </message>
    <message>
        <source>The manual, at the page of the control with the focus</source>
        <translation>Das Handbuch, auf der Seite des Elements mit dem Fokus</translation>
    </message>
    <message>
        <source>&amp;First steps</source>
        <translation>&amp;Erste Schritte</translation>
    </message>
    <message>
        <source>Find &amp;orientation…</source>
        <translation>&amp;Orientierung finden …</translation>
    </message>
    <message>
        <source>Try the eight ways in which the axes of the positions may lie to those of the frames</source>
        <translation>Probiert die acht Weisen, wie die Achsen der Positionen zu denen der Bilder liegen können</translation>
    </message>
    <message>
        <source>&amp;Compare with…</source>
        <translation>&amp;Vergleichen mit …</translation>
    </message>
    <message>
        <source>Show the open result beside another one: difference, resolution, loss, parameters</source>
        <translation>Zeigt das geöffnete Ergebnis neben einem anderen: Unterschied, Auflösung, Verlust, Parameter</translation>
    </message>
    <message>
        <source>Result to compare with</source>
        <translation>Ergebnis, mit dem verglichen wird</translation>
    </message>
    <message>
        <source>A job is running and uses the devices</source>
        <translation>Ein Lauf benutzt gerade die Geräte</translation>
    </message>
    <message>
        <source>The orientation can be looked for when it has ended.</source>
        <translation>Die Orientierung lässt sich suchen, wenn er beendet ist.</translation>
    </message>
    <message>
        <source>Stop and find orientation</source>
        <translation>Anhalten und Orientierung finden</translation>
    </message>
    <message>
        <source>Orientation of the positions: %1</source>
        <translation>Orientierung der Positionen: %1</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>The Fourier error stays high</source>
        <translation>Der Fourier-Fehler bleibt hoch</translation>
    </message>
    <message>
        <source>The axes of the positions may be swapped or flipped.</source>
        <translation>Die Achsen der Positionen sind vielleicht vertauscht oder gespiegelt.</translation>
    </message>
    <message>
        <source>Probe</source>
        <translation>Sonde</translation>
    </message>
    <message>
        <source>Modes, focus and wavefront of the beam (Ctrl+4)</source>
        <translation>Moden, Fokus und Wellenfront des Strahls (Strg+4)</translation>
    </message>
    <message>
        <source>What was done, and the log (Ctrl+5)</source>
        <translation>Was getan wurde, und das Protokoll (Strg+5)</translation>
    </message>
    <message>
        <source>Stop, save, and go on from there with the parameters as they are now: for changes that the running job cannot take over by itself</source>
        <translation>Anhalten, speichern und von dort mit den jetzigen Parametern fortsetzen: für Änderungen, die der Lauf nicht von selbst übernehmen kann</translation>
    </message>
    <message>
        <source>Pro&amp;be</source>
        <translation>&amp;Sonde</translation>
    </message>
    <message>
        <source>The image is taken %1</source>
        <translation>Das Bild gilt als %1</translation>
    </message>
    <message>
        <source>&amp;Settings…</source>
        <translation>E&amp;instellungen …</translation>
    </message>
    <message>
        <source>Language, colours, size of texts, and where files are kept</source>
        <translation>Sprache, Farben, Größe der Texte, und wo Dateien liegen</translation>
    </message>
    <message>
        <source>&amp;How good is it?</source>
        <translation>&amp;Wie gut ist es?</translation>
    </message>
    <message>
        <source>Reconstructs two random halves of the scan of the open result by themselves and shows down to which size they agree: the resolution (FRC)</source>
        <translation>Rekonstruiert zwei zufällige Hälften des Scans des offenen Ergebnisses je für sich und zeigt, bis zu welcher Größe sie übereinstimmen: die Auflösung (FRC)</translation>
    </message>
    <message>
        <source>Stopped: a run was started, which needs the devices.</source>
        <translation>Angehalten: Ein Lauf wurde gestartet, der die Geräte braucht.</translation>
    </message>
    <message>
        <source>The halves can be reconstructed when it has ended.</source>
        <translation>Die Hälften können rekonstruiert werden, wenn er beendet ist.</translation>
    </message>
    <message>
        <source>This geometry fits the image %1</source>
        <translation>Diese Geometrie passt zum Bild %1</translation>
    </message>
    <message>
        <source>Then rings explain %1 % of it; as it is set, %2 %.</source>
        <translation>Dann erklären Ringe %1 % davon; wie es eingestellt ist, %2 %.</translation>
    </message>
    <message>
        <source>Turn it</source>
        <translation>Drehen</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Alle zeigen</translation>
    </message>
    <message>
        <source>Ewald ended by a fault on %1. A report of it was kept.</source>
        <translation>Ewald endete durch einen Fehler (%1). Ein Bericht darüber wurde festgehalten.</translation>
    </message>
    <message>
        <source>With it the fault can be found; runs that were interrupted can be continued from the first page</source>
        <translation>Mit ihm lässt sich der Fehler finden; unterbrochene Läufe lassen sich von der ersten Seite aus fortsetzen</translation>
    </message>
    <message>
        <source>Show report</source>
        <translation>Bericht zeigen</translation>
    </message>
    <message>
        <source>Forget it</source>
        <translation>Vergessen</translation>
    </message>
    <message>
        <source>%1 (PONI)</source>
        <translation>%1 (PONI)</translation>
    </message>
    <message>
        <source>Add to &amp;queue</source>
        <translation>In die &amp;Warteschlange</translation>
    </message>
    <message>
        <source>Let this job run when its turn comes, while you go on with something else</source>
        <translation>Diesen Auftrag laufen lassen, wenn er an der Reihe ist, während anderes weitergeht</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>&amp;Which setting is better?</source>
        <translation>Welche &amp;Einstellung ist besser?</translation>
    </message>
    <message>
        <source>Run the job with several values of a parameter, and see their results side by side</source>
        <translation>Den Auftrag mit mehreren Werten eines Parameters laufen lassen und die Ergebnisse nebeneinander sehen</translation>
    </message>
    <message>
        <source>R&amp;uns</source>
        <translation>&amp;Läufe</translation>
    </message>
    <message>
        <source>Show or hide the results of all runs as small pictures (Ctrl+Shift+J)</source>
        <translation>Die Ergebnisse aller Läufe als kleine Bilder zeigen oder verbergen (Strg+Umschalt+J)</translation>
    </message>
    <message>
        <source>Show the queue</source>
        <translation>Warteschlange zeigen</translation>
    </message>
    <message>
        <source>Show the job</source>
        <translation>Auftrag zeigen</translation>
    </message>
    <message>
        <source>%1 {job was|jobs were} taken out of the queue</source>
        <translation>%1 {Auftrag wurde|Aufträge wurden} aus der Warteschlange genommen</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>%1 {job waits for its|jobs wait for their} turn.</source>
        <translation>%1 {Auftrag wartet|Aufträge warten} noch.</translation>
    </message>
    <message>
        <source>%1 {folder is|folders are} watched for new scans.</source>
        <translation>%1 {Ordner wird|Ordner werden} auf neue Scans beobachtet.</translation>
    </message>
    <message>
        <source>What is running goes on without the window.</source>
        <translation>Was läuft, geht ohne das Fenster weiter.</translation>
    </message>
    <message>
        <source>Go on without the window</source>
        <translation>Ohne Fenster weiter</translation>
    </message>
    <message>
        <source>At the next start</source>
        <translation>Beim nächsten Start</translation>
    </message>
    <message>
        <source>Stay open</source>
        <translation>Offen lassen</translation>
    </message>
    <message>
        <source>Folder whose new scans become jobs</source>
        <translation>Ordner, dessen neue Scans Aufträge werden</translation>
    </message>
    <message>
        <source>Quit, the run goes on</source>
        <translation>Beenden, der Lauf geht weiter</translation>
    </message>
    <message>
        <source>Do not quit</source>
        <translation>Nicht beenden</translation>
    </message>
    <message>
        <source>These parameters would change the run of this scan at once</source>
        <translation>Diese Parameter würden den Lauf dieses Scans sofort ändern</translation>
    </message>
    <message>
        <source>Change the run</source>
        <translation>Lauf ändern</translation>
    </message>
    <message>
        <source>What was set for the open scan</source>
        <translation>Was für den offenen Scan eingestellt war</translation>
    </message>
    <message>
        <source>Is it the same for the new scans: %1?</source>
        <translation>Gilt es auch für die neuen Scans: %1?</translation>
    </message>
    <message>
        <source>Use for all</source>
        <translation>Für alle verwenden</translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation>Auslassen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Queue &amp;many scans…</source>
        <translation>&amp;Viele Scans in die Warteschlange …</translation>
    </message>
    <message>
        <source>Jobs of files, a folder, a pattern or a table, with names and values of parameters</source>
        <translation>Aufträge aus Dateien, einem Ordner, einem Muster oder einer Tabelle, mit Namen und Werten von Parametern</translation>
    </message>
    <message>
        <source>The choice of frames belongs to a file.</source>
        <translation>Die Auswahl der Bilder gehört zu einer Datei.</translation>
    </message>
    <message>
        <source>Geometry, masks, crop, frames, and probe and object to start from belong to a scan.</source>
        <translation>Geometrie, Masken, Ausschnitt, Bilder sowie Sonde und Objekt für den Anfang gehören zu einem Scan.</translation>
    </message>
    <message>
        <source>Use for these frames</source>
        <translation>Für diese Bilder verwenden</translation>
    </message>
    <message>
        <source>+%1 iterations</source>
        <translation>+%1 Iterationen</translation>
    </message>
    <message>
        <source>Continue the open result for %1 iterations, in the same file</source>
        <translation>Das gezeigte Ergebnis um %1 Iterationen fortsetzen, in derselben Datei</translation>
    </message>
    <message>
        <source>More &amp;iterations…</source>
        <translation>Weitere &amp;Iterationen …</translation>
    </message>
    <message>
        <source>Continue the open result for as many iterations as you say, in the same file</source>
        <translation>Das gezeigte Ergebnis um eine gewählte Zahl von Iterationen fortsetzen, in derselben Datei</translation>
    </message>
    <message>
        <source>+N…</source>
        <translation>+N …</translation>
    </message>
    <message>
        <source>Run the queue</source>
        <translation>Warteschlange starten</translation>
    </message>
    <message>
        <source>Abort saves no result, and Start then begins anew. Stop is just as fast and keeps the result so far, with which Continue goes on.</source>
        <translation>Abbruch speichert kein Ergebnis, und Start beginnt dann von vorn. Anhalten ist genauso schnell und behält das bisherige Ergebnis, mit dem Fortsetzen weitermacht.</translation>
    </message>
    <message>
        <source>End at once and save no result; asks first</source>
        <translation>Sofort beenden und kein Ergebnis speichern; fragt vorher</translation>
    </message>
    <message>
        <source>Save its result so far and quit?</source>
        <translation>Das bisherige Ergebnis speichern und beenden?</translation>
    </message>
    <message>
        <source>%1 (typed for the layout)</source>
        <translation>%1 (für die Anordnung eingegeben)</translation>
    </message>
    <message>
        <source>Stopped, as the frames were left meanwhile</source>
        <translation>Angehalten, da die Bilder inzwischen verlassen wurden</translation>
    </message>
    <message>
        <source>done again as job %1</source>
        <translation>wiederholt als Auftrag %1</translation>
    </message>
    <message>
        <source>in place of job %1</source>
        <translation>anstelle von Auftrag %1</translation>
    </message>
    <message>
        <source>Jobs are still waiting</source>
        <translation>Es warten noch Aufträge</translation>
    </message>
    <message>
        <source>Remove job %1</source>
        <translation>Auftrag %1 entfernen</translation>
    </message>
    <message>
        <source>Stop watching</source>
        <translation>Nicht mehr beobachten</translation>
    </message>
    <message>
        <source>Taking %1 jobs out of the queue…</source>
        <translation>%1 Aufträge werden aus der Warteschlange genommen …</translation>
    </message>
    <message>
        <source>Choose the frames…</source>
        <translation>Bilder wählen …</translation>
    </message>
    <message>
        <source>Choose the scan…</source>
        <translation>Scan wählen …</translation>
    </message>
    <message>
        <source>Where is %1?</source>
        <translation>Wo ist %1?</translation>
    </message>
    <message>
        <source>Start is held back</source>
        <translation>Start ist gesperrt</translation>
    </message>
    <message>
        <source>Held back by a problem: %1</source>
        <translation>Durch ein Problem gesperrt: %1</translation>
    </message>
    <message>
        <source>not in the file</source>
        <translation>nicht in der Datei</translation>
    </message>
    <message>
        <source>not in the PONI</source>
        <translation>nicht in der PONI</translation>
    </message>
    <message>
        <source>New scans are still waited for</source>
        <translation>Auf neue Scans wird noch gewartet</translation>
    </message>
    <message>
        <source>Scans, frames and results (%1)</source>
        <extracomment>%1 is a list of endings</extracomment>
        <translation>Scans, Bilder und Ergebnisse (%1)</translation>
    </message>
    <message>
        <source>%1 (geometry)</source>
        <translation>%1 (Geometrie)</translation>
    </message>
    <message>
        <source>not in the geometry</source>
        <translation>nicht in der Geometrie</translation>
    </message>
    <message>
        <source>The file of this job is not there</source>
        <translation>Die Datei dieses Auftrags ist nicht da</translation>
    </message>
</context>
<context>
    <name>ewald::ui::ManualWindow</name>
    <message>
        <source>Manual – Ewald</source>
        <translation>Handbuch – Ewald</translation>
    </message>
    <message>
        <source>Search the manual</source>
        <translation>Handbuch durchsuchen</translation>
    </message>
    <message>
        <source>Finds sections that hold all of these words (Ctrl+F)</source>
        <translation>Findet Abschnitte, die alle diese Wörter enthalten (Strg+F)</translation>
    </message>
    <message>
        <source>Contents of the manual</source>
        <translation>Inhalt des Handbuchs</translation>
    </message>
    <message>
        <source>Page of the manual</source>
        <translation>Seite des Handbuchs</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vor</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>Nichts gefunden</translation>
    </message>
</context>
<context>
    <name>ewald::ui::MaskPanel</name>
    <message>
        <source>Load…</source>
        <translation>Laden …</translation>
    </message>
    <message>
        <source>Reads a mask: EDF, TIFF, NPY or HDF5; not zero = masked</source>
        <translation>Liest eine Maske: EDF, TIFF, NPY oder HDF5; nicht null = maskiert</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern …</translation>
    </message>
    <message>
        <source>Writes the drawn mask as EDF, TIFF, NPY or HDF5</source>
        <translation>Schreibt die gezeichnete Maske als EDF, TIFF, NPY oder HDF5</translation>
    </message>
    <message>
        <source>Invert</source>
        <translation>Umkehren</translation>
    </message>
    <message>
        <source>Swaps what is masked and what is not</source>
        <translation>Vertauscht, was maskiert ist und was nicht</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>Takes the drawn mask away; the mask of the frames&apos; file stays</source>
        <translation>Nimmt die gezeichnete Maske weg; die Maske der Datei bleibt</translation>
    </message>
    <message>
        <source>from</source>
        <translation>von</translation>
    </message>
    <message>
        <source>Counts below this are masked; empty: none</source>
        <translation>Ereignisse darunter werden maskiert; leer: keine</translation>
    </message>
    <message>
        <source>to</source>
        <translation>bis</translation>
    </message>
    <message>
        <source>Counts above this are masked; empty: none</source>
        <translation>Ereignisse darüber werden maskiert; leer: keine</translation>
    </message>
    <message>
        <source>Mask outside</source>
        <translation>Äußeres maskieren</translation>
    </message>
    <message>
        <source>Masks the pixels of the shown image whose value is not between these two</source>
        <translation>Maskiert die Pixel des gezeigten Bildes, deren Wert nicht zwischen diesen beiden liegt</translation>
    </message>
    <message>
        <source>Counts</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>What the ring is measured in</source>
        <translation>Worin der Ring gemessen wird</translation>
    </message>
    <message>
        <source>Inner edge of the ring; empty: the beam</source>
        <translation>Innerer Rand des Rings; leer: der Strahl</translation>
    </message>
    <message>
        <source>Outer edge of the ring; empty: the corner of the detector</source>
        <translation>Äußerer Rand des Rings; leer: die Ecke des Detektors</translation>
    </message>
    <message>
        <source>Mask ring</source>
        <translation>Ring maskieren</translation>
    </message>
    <message>
        <source>Masks all pixels of the ring</source>
        <translation>Maskiert alle Pixel des Rings</translation>
    </message>
    <message>
        <source>Takes the drawn mask away in the ring</source>
        <translation>Nimmt die gezeichnete Maske im Ring weg</translation>
    </message>
    <message>
        <source>The counts make no range: two numbers, the smaller one first.</source>
        <translation>Die Ereignisse ergeben keinen Bereich: zwei Zahlen, die kleinere zuerst.</translation>
    </message>
    <message>
        <source>The ring makes no range: two numbers, the smaller one first.</source>
        <translation>Der Ring ergibt keinen Bereich: zwei Zahlen, die kleinere zuerst.</translation>
    </message>
    <message>
        <source>Drawn: %1 of %2 pixels (%3 %)</source>
        <translation>Gezeichnet: %1 von %2 Pixeln (%3 %)</translation>
    </message>
    <message>
        <source>The frames&apos; file or the detector masks pixels as well.</source>
        <translation>Die Datei der Bilder oder der Detektor maskiert ebenfalls Pixel.</translation>
    </message>
    <message>
        <source>Load a mask</source>
        <translation>Maske laden</translation>
    </message>
    <message>
        <source>Masks (*.edf *.tif *.tiff *.npy *.h5 *.hdf5 *.nxs *.mask *.msk)</source>
        <translation>Masken (*.edf *.tif *.tiff *.npy *.h5 *.hdf5 *.nxs *.mask *.msk)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Save the mask</source>
        <translation>Maske speichern</translation>
    </message>
    <message>
        <source>EDF (*.edf)</source>
        <translation>EDF (*.edf)</translation>
    </message>
    <message>
        <source>TIFF (*.tif)</source>
        <translation>TIFF (*.tif)</translation>
    </message>
    <message>
        <source>NumPy (*.npy)</source>
        <translation>NumPy (*.npy)</translation>
    </message>
    <message>
        <source>HDF5 (*.h5)</source>
        <translation>HDF5 (*.h5)</translation>
    </message>
    <message>
        <source>Erase ring</source>
        <translation>Ring radieren</translation>
    </message>
</context>
<context>
    <name>ewald::ui::MaskProposalPanel</name>
    <message>
        <source>Far above the others of their ring in most frames, alone or with one neighbour</source>
        <translation>In den meisten Bildern weit über den anderen ihres Rings, allein oder mit einem Nachbarn</translation>
    </message>
    <message>
        <source>Far below the others of their ring in all frames</source>
        <translation>In allen Bildern weit unter den anderen ihres Rings</translation>
    </message>
    <message>
        <source>The shadow around the beam with its arm, and two pixels around it</source>
        <translation>Der Schatten um den Strahl mit seinem Arm und zwei Pixel um ihn herum</translation>
    </message>
    <message>
        <source>Spots of single crystals in the frame that was shown; a mask is for all frames</source>
        <translation>Reflexe von Einkristallen in dem Bild, das gezeigt war; eine Maske gilt für alle Bilder</translation>
    </message>
    <message>
        <source>Hot: %1</source>
        <translation>Heiß: %1</translation>
    </message>
    <message>
        <source>Dead: %1</source>
        <translation>Tot: %1</translation>
    </message>
    <message>
        <source>Beam stop: %1</source>
        <translation>Strahlfänger: %1</translation>
    </message>
    <message>
        <source>Spots of frame %1: %2</source>
        <translation>Reflexe in Bild %1: %2</translation>
    </message>
    <message>
        <source>Propose a mask</source>
        <translation>Maske vorschlagen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Ends the search; the mask stays as it is</source>
        <translation>Beendet die Suche; die Maske bleibt, wie sie ist</translation>
    </message>
    <message>
        <source>Frames that were looked at</source>
        <translation>Angesehene Bilder</translation>
    </message>
    <message>
        <source>Masks the pixels of the kinds that are ticked; undo takes it back</source>
        <translation>Maskiert die Pixel der angekreuzten Arten; Rückgängig nimmt es zurück</translation>
    </message>
    <message>
        <source>Forgets the proposal; the mask stays as it is</source>
        <translation>Vergisst den Vorschlag; die Maske bleibt, wie sie ist</translation>
    </message>
    <message>
        <source>Looks for hot and dead pixels and the shadow of the beam stop in up to 20 frames, and for spots in the frame that is shown; nothing is masked before it is applied</source>
        <translation>Sucht in bis zu 20 Bildern nach heißen und toten Pixeln und dem Schatten des Strahlfängers, und nach Reflexen in dem Bild, das gezeigt wird; nichts wird maskiert, bevor es angewendet wird</translation>
    </message>
    <message>
        <source>Proposed after a look at %1 {frame|frames}; not in the mask yet:</source>
        <translation>Vorschlag nach einem Blick auf %1 {Bild|Bilder}; noch nicht in der Maske:</translation>
    </message>
</context>
<context>
    <name>ewald::ui::MaskProposals</name>
    <message>
        <source>First open frames.</source>
        <translation>Zuerst Bilder öffnen.</translation>
    </message>
    <message>
        <source>First give the geometry: pixels are compared with others of their ring.</source>
        <translation>Zuerst die Geometrie angeben: Pixel werden mit anderen ihres Rings verglichen.</translation>
    </message>
    <message>
        <source>Stopped, as the form was changed meanwhile</source>
        <translation>Angehalten, denn das Formular wurde inzwischen geändert</translation>
    </message>
</context>
<context>
    <name>ewald::ui::MaskTools</name>
    <message>
        <source>Paint mask</source>
        <translation>Maske malen</translation>
    </message>
    <message>
        <source>Drag over the image to mask what lies below the brush</source>
        <translation>Über das Bild ziehen, um zu maskieren, was unter dem Pinsel liegt</translation>
    </message>
    <message>
        <source>Diameter of the brush in pixels of the image</source>
        <translation>Durchmesser des Pinsels in Pixeln des Bildes</translation>
    </message>
    <message>
        <source>Diameter of the brush</source>
        <translation>Durchmesser des Pinsels</translation>
    </message>
    <message>
        <source>Rectangle</source>
        <translation>Rechteck</translation>
    </message>
    <message>
        <source>Drag a rectangle to mask</source>
        <translation>Ein Rechteck aufziehen, um es zu maskieren</translation>
    </message>
    <message>
        <source>Polygon</source>
        <translation>Vieleck</translation>
    </message>
    <message>
        <source>Click corner after corner; a double click closes the polygon and masks it, Esc cancels it</source>
        <translation>Ecke für Ecke anklicken; ein Doppelklick schließt das Vieleck und maskiert es, Esc verwirft es</translation>
    </message>
    <message>
        <source>Erase</source>
        <translation>Radieren</translation>
    </message>
    <message>
        <source>The tools take the mask away instead</source>
        <translation>Die Werkzeuge nehmen die Maske stattdessen weg</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Show mask</source>
        <translation>Maske zeigen</translation>
    </message>
    <message>
        <source>Hatches masked pixels; off: shows what is below</source>
        <translation>Schraffiert maskierte Pixel; aus: zeigt, was darunter liegt</translation>
    </message>
    <message>
        <source>Set centre</source>
        <translation>Mitte setzen</translation>
    </message>
    <message>
        <source>Click on the image where the direct beam is</source>
        <translation>Auf das Bild klicken, wo der direkte Strahl ist</translation>
    </message>
    <message>
        <source>Takes the last change back: %1</source>
        <translation>Nimmt die letzte Änderung zurück: %1</translation>
    </message>
    <message>
        <source>Makes it again: %1</source>
        <translation>Macht sie noch einmal: %1</translation>
    </message>
</context>
<context>
    <name>ewald::ui::Measuring</name>
    <message>
        <source>Line profile</source>
        <translation>Profil</translation>
    </message>
    <message>
        <source>Values along the line measured last (M, then drag on an image)</source>
        <translation>Werte entlang der zuletzt gemessenen Linie (M, dann auf einem Bild ziehen)</translation>
    </message>
    <message>
        <source>Regions</source>
        <translation>Bereiche</translation>
    </message>
    <message>
        <source>Mean, deviation and area of regions of the object (A or O, then drag on it)</source>
        <translation>Mittelwert, Abweichung und Fläche von Bereichen des Objekts (A oder O, dann darauf ziehen)</translation>
    </message>
</context>
<context>
    <name>ewald::ui::MessageBar</name>
    <message>
        <source>Close the message (Esc)</source>
        <translation>Die Meldung schließen (Esc)</translation>
    </message>
    <message>
        <source>Close the message</source>
        <translation>Die Meldung schließen</translation>
    </message>
    <message>
        <source>More…</source>
        <translation>Mehr …</translation>
    </message>
    <message>
        <source>Shows the whole message</source>
        <translation>Zeigt die ganze Meldung</translation>
    </message>
</context>
<context>
    <name>ewald::ui::OrientationDialog</name>
    <message>
        <source>Find the orientation of the positions</source>
        <translation>Orientierung der Positionen finden</translation>
    </message>
    <message>
        <source>The axes of stage and detector may be swapped or reversed. Each picture is the object after a few iterations on frames from the middle of the scan; the right one is sharp and has the smallest error. A click sets it.</source>
        <translation>Die Achsen von Probentisch und Detektor können vertauscht oder umgekehrt sein. Jedes Bild ist das Objekt nach einigen Iterationen mit Bildern aus der Mitte des Scans; das richtige ist scharf und hat den kleinsten Fehler. Ein Klick stellt es ein.</translation>
    </message>
    <message>
        <source>Stopped: a run was started, which needs the devices.</source>
        <translation>Angehalten: Ein Lauf wurde gestartet, der die Geräte braucht.</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <source>Amplitude</source>
        <translation>Amplitude</translation>
    </message>
    <message>
        <source>What of the object the pictures show</source>
        <translation>Was die Bilder vom Objekt zeigen</translation>
    </message>
    <message>
        <source>Sets the parameters of the orientation with the smallest error and closes</source>
        <translation>Stellt die Orientierung mit dem kleinsten Fehler ein und schließt</translation>
    </message>
    <message>
        <source>What swapped and flipped axes are</source>
        <translation>Was vertauschte und gespiegelte Achsen sind</translation>
    </message>
    <message>
        <source>A job is running and uses the devices. Stop it, or wait until it has ended.</source>
        <translation>Ein Lauf benutzt gerade die Geräte. Bitte anhalten oder sein Ende abwarten.</translation>
    </message>
    <message>
        <source>Reading frames from the middle of the scan…</source>
        <translation>Bilder aus der Mitte des Scans werden gelesen …</translation>
    </message>
    <message>
        <source>Stopped after %1 of 8. A click on a picture still sets it.</source>
        <translation>Nach %1 von 8 angehalten. Ein Klick auf ein Bild stellt es trotzdem ein.</translation>
    </message>
    <message>
        <source>Trying the eight orientations…</source>
        <translation>Die acht Orientierungen werden versucht …</translation>
    </message>
    <message>
        <source>Comparing the best one with its twin…</source>
        <translation>Die beste wird mit ihrem Zwilling verglichen …</translation>
    </message>
    <message>
        <source>Not clear: the next best error is only %1 times the best. Check energy, distance and the unit of the positions, or choose the sharpest picture.</source>
        <translation>Nicht eindeutig: Der nächstbeste Fehler ist nur das %1-Fache des besten. Energie, Abstand und Einheit der Positionen prüfen, oder das schärfste Bild wählen.</translation>
    </message>
    <message>
        <source>Cannot tell these two apart: %1, and %2. The object of one is that of the other, turned by 180° and conjugated. Choose the one in which phases have the expected sign. All others have at least %3 times the error.</source>
        <translation>Diese beiden lassen sich nicht unterscheiden: %1 und %2. Das Objekt des einen ist das des anderen, um 180° gedreht und konjugiert. Bitte das wählen, in dem Phasen das erwartete Vorzeichen haben. Alle anderen haben mindestens den %3-fachen Fehler.</translation>
    </message>
    <message>
        <source>Found: %1. The next way has %2 times the error.</source>
        <translation>Gefunden: %1. Die nächste hat den %2-fachen Fehler.</translation>
    </message>
    <message>
        <source>Found: %1. The probe in the file rules out its twin, %2; all others have at least %3 times the error.</source>
        <translation>Gefunden: %1. Die Sonde der Datei schließt den Zwilling, %2, aus; alle anderen haben mindestens den %3-fachen Fehler.</translation>
    </message>
    <message>
        <source>The parameters say so already.</source>
        <translation>Die Parameter stehen schon so.</translation>
    </message>
    <message>
        <source>The parameters were changed. Try again with the new ones.</source>
        <translation>Die Parameter wurden geändert. Bitte mit den neuen wiederholen.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Stop trying; the pictures so far stay</source>
        <translation>Hört auf; die Bilder bis hier bleiben</translation>
    </message>
    <message>
        <source>Try the eight orientations with the parameters as they are now</source>
        <translation>Versucht die acht Orientierungen mit den jetzigen Parametern</translation>
    </message>
    <message>
        <source>error %1</source>
        <translation>Fehler %1</translation>
    </message>
</context>
<context>
    <name>ewald::ui::OrientationTile</name>
    <message>
        <source>x and y flipped</source>
        <translation>x und y gespiegelt</translation>
    </message>
    <message>
        <source>x flipped</source>
        <translation>x gespiegelt</translation>
    </message>
    <message>
        <source>y flipped</source>
        <translation>y gespiegelt</translation>
    </message>
    <message>
        <source>as in the file</source>
        <translation>wie in der Datei</translation>
    </message>
    <message>
        <source>swapped</source>
        <translation>vertauscht</translation>
    </message>
    <message>
        <source>swapped, %1</source>
        <translation>vertauscht, %1</translation>
    </message>
    <message>
        <source>set now</source>
        <translation>jetzt eingestellt</translation>
    </message>
    <message>
        <source>%1 · set now</source>
        <translation>%1 · jetzt eingestellt</translation>
    </message>
    <message>
        <source>best</source>
        <translation>am besten</translation>
    </message>
    <message>
        <source>fits as well as the best one</source>
        <translation>passt so gut wie das beste</translation>
    </message>
    <message>
        <source>%1. Click to set it.</source>
        <translation>%1. Klicken, um es einzustellen.</translation>
    </message>
</context>
<context>
    <name>ewald::ui::ParameterField</name>
    <message>
        <source>Back to the default: %1</source>
        <translation>Zurück zur Vorgabe: %1</translation>
    </message>
    <message>
        <source>Manual</source>
        <translation>Handbuch</translation>
    </message>
    <message>
        <source>While a job runs: takes effect at the next iteration.</source>
        <translation>Während eines Laufs: wirkt ab der nächsten Iteration.</translation>
    </message>
    <message>
        <source>While a job runs: takes effect with Apply, which stops, saves and goes on in the same file.</source>
        <translation>Während eines Laufs: wirkt mit „Anwenden“; das hält an, speichert und setzt in derselben Datei fort.</translation>
    </message>
    <message>
        <source>While a job runs: takes effect in a new run.</source>
        <translation>Während eines Laufs: wirkt in einem neuen Lauf.</translation>
    </message>
</context>
<context>
    <name>ewald::ui::ParameterForm</name>
    <message>
        <source>Search parameters</source>
        <translation>Parameter suchen</translation>
    </message>
    <message>
        <source>Finds a parameter by its name, its key or a word of its help (Ctrl+F)</source>
        <translation>Findet einen Parameter nach Namen, Schlüssel oder einem Wort der Hilfe (Strg+F)</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Shows the rarely needed parameters as well</source>
        <translation>Zeigt auch die selten gebrauchten Parameter</translation>
    </message>
    <message>
        <source>Reset all parameters</source>
        <translation>Alle Parameter zurücksetzen</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>Ablauf</translation>
    </message>
    <message>
        <source>No parameter matches.</source>
        <translation>Kein Parameter passt.</translation>
    </message>
    <message>
        <source>%1 changed</source>
        <translation>%1 geändert</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Sets all parameters back to their defaults; the engines of the pipeline stay. Asks first.</source>
        <translation>Setzt alle Parameter auf ihre Vorgaben zurück; die Verfahren des Ablaufs bleiben. Fragt vorher.</translation>
    </message>
    <message>
        <source>Reset all parameters?</source>
        <translation>Alle Parameter zurücksetzen?</translation>
    </message>
    <message>
        <source>1 parameter differs from its default.</source>
        <translation>1 Parameter weicht von seiner Vorgabe ab.</translation>
    </message>
    <message>
        <source>%1 parameters differ from their defaults.</source>
        <translation>%1 Parameter weichen von ihren Vorgaben ab.</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>Alle zurücksetzen</translation>
    </message>
    <message>
        <source>Hover over a parameter for help.</source>
        <translation>Für Hilfe auf einen Parameter zeigen.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>ewald::ui::PeakFitting</name>
    <message>
        <source>A region goes from a lower to a higher value.</source>
        <translation>Ein Bereich geht von einem kleineren zu einem größeren Wert.</translation>
    </message>
    <message>
        <source>The pattern goes from %1 to %2.</source>
        <translation>Das Diagramm geht von %1 bis %2.</translation>
    </message>
    <message>
        <source>Its peaks lie between the ends of a region.</source>
        <translation>Die Reflexe liegen zwischen den Enden ihres Bereichs.</translation>
    </message>
    <message>
        <source>No peak stands out in this pattern</source>
        <translation>In diesem Diagramm ragt kein Reflex heraus</translation>
    </message>
    <message>
        <source>drag over one</source>
        <translation>über einen ziehen</translation>
    </message>
    <message>
        <source>Stopped; nothing is kept of the fits of all patterns</source>
        <translation>Angehalten; von den Anpassungen aller Diagramme bleibt nichts</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>Gespeichert als %1</translation>
    </message>
</context>
<context>
    <name>ewald::ui::PeakRegionTable</name>
    <message>
        <source>Find peaks</source>
        <translation>Reflexe suchen</translation>
    </message>
    <message>
        <source>Looks for the peaks of the shown pattern; they take the place of the regions</source>
        <translation>Sucht die Reflexe des gezeigten Diagramms; sie treten an die Stelle der Bereiche</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Removes the selected region</source>
        <translation>Entfernt den gewählten Bereich</translation>
    </message>
    <message>
        <source>Remove all</source>
        <translation>Alle entfernen</translation>
    </message>
    <message>
        <source>Removes all regions</source>
        <translation>Entfernt alle Bereiche</translation>
    </message>
    <message>
        <source>Regions of peaks</source>
        <translation>Bereiche der Reflexe</translation>
    </message>
    <message>
        <source>Drag over a peak in the pattern above</source>
        <translation>Im Diagramm darüber über einen Reflex ziehen</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>Peaks at</source>
        <translation>Reflexe bei</translation>
    </message>
    <message>
        <source>Where its peaks are, about, with ; between them; empty: one, at the highest point</source>
        <translation>Wo seine Reflexe ungefähr sind, mit ; dazwischen; leer: einer, am höchsten Punkt</translation>
    </message>
    <message>
        <source>“%1” is no number.</source>
        <translation>„%1“ ist keine Zahl.</translation>
    </message>
    <message>
        <source>Type one number.</source>
        <translation>Eine Zahl eingeben.</translation>
    </message>
</context>
<context>
    <name>ewald::ui::PeakSeriesView</name>
    <message>
        <source>Peak %1 at %2 %3</source>
        <translation>Reflex %1 bei %2 %3</translation>
    </message>
    <message>
        <source>What is shown against the frame</source>
        <translation>Was über dem Bild gezeigt wird</translation>
    </message>
    <message>
        <source>Which peak</source>
        <translation>Welcher Reflex</translation>
    </message>
    <message>
        <source>Which sector of the cakes</source>
        <translation>Welcher Sektor der Cakes</translation>
    </message>
    <message>
        <source>Show as map</source>
        <translation>Als Karte zeigen</translation>
    </message>
    <message>
        <source>Shows this quantity as a map over the scan</source>
        <translation>Zeigt diese Größe als Karte über den Scan</translation>
    </message>
    <message>
        <source>weak in %1</source>
        <translation>schwach in %1</translation>
    </message>
    <message>
        <source>not converged in %1</source>
        <translation>nicht konvergiert in %1</translation>
    </message>
    <message>
        <source>without points in %1</source>
        <translation>ohne Punkte in %1</translation>
    </message>
    <message>
        <source>Frame</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>fitted: %1 of %2</source>
        <translation>angepasst: %1 von %2</translation>
    </message>
</context>
<context>
    <name>ewald::ui::PeaksPanel</name>
    <message>
        <source>no error</source>
        <translation>ohne Fehler</translation>
    </message>
    <message>
        <source>Fit all patterns</source>
        <translation>Alle Diagramme anpassen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern …</translation>
    </message>
    <message>
        <source>Saves the fits of all patterns as HDF5 or text</source>
        <translation>Speichert die Anpassungen aller Diagramme als HDF5 oder Text</translation>
    </message>
    <message>
        <source>Patterns that are fitted</source>
        <translation>Diagramme, die angepasst werden</translation>
    </message>
    <message>
        <source>Fitted peaks of the shown pattern</source>
        <translation>Angepasste Reflexe des gezeigten Diagramms</translation>
    </message>
    <message>
        <source>This pattern</source>
        <translation>Dieses Diagramm</translation>
    </message>
    <message>
        <source>Along the series</source>
        <translation>Entlang der Serie</translation>
    </message>
    <message>
        <source>Fits of the pattern that is shown above</source>
        <translation>Anpassungen des Diagramms, das darüber gezeigt wird</translation>
    </message>
    <message>
        <source>A fitted quantity against the frame, when all patterns are fitted</source>
        <translation>Eine angepasste Größe über dem Bild, wenn alle Diagramme angepasst sind</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>Reflex</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Full width at half maximum</source>
        <translation>Volle Breite auf halber Höhe</translation>
    </message>
    <message>
        <source>Σ(pattern − fit)²/σ² a degree of freedom, of the region: about 1 where the fit describes the pattern; without errors in the result, σ is 1</source>
        <translation>Σ(Diagramm − Anpassung)²/σ² je Freiheitsgrad, des Bereichs: etwa 1, wo die Anpassung das Diagramm beschreibt; ohne Fehler im Ergebnis ist σ 1</translation>
    </message>
    <message>
        <source>Peaks that are fitted to the shown pattern stand here: drag over one in the pattern, or press “Find peaks”.</source>
        <translation>Hier stehen Reflexe, die an das gezeigte Diagramm angepasst sind: im Diagramm über einen ziehen, oder „Reflexe suchen“.</translation>
    </message>
    <message>
        <source>Fitting the mean of all patterns…</source>
        <translation>Das Mittel aller Diagramme wird angepasst …</translation>
    </message>
    <message>
        <source>%1 of %2 {pattern|patterns}</source>
        <translation>%1 von %2 {Diagramm|Diagrammen}</translation>
    </message>
    <message>
        <source>%1 patterns/s</source>
        <translation>%1 Diagramme/s</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>Regions or shape were changed since: fit again</source>
        <translation>Bereiche oder Form wurden seitdem geändert: neu anpassen</translation>
    </message>
    <message>
        <source>%1 {peak|peaks} in %2 {pattern|patterns}</source>
        <translation>%1 {Reflex|Reflexe} in %2 {Diagramm|Diagrammen}</translation>
    </message>
    <message>
        <source>Fits these regions in every pattern of the result; without regions, the peaks of the mean of all patterns</source>
        <translation>Passt diese Bereiche in jedem Diagramm des Ergebnisses an; ohne Bereiche die Reflexe des Mittels aller Diagramme</translation>
    </message>
    <message>
        <source>First integrate, or open a result</source>
        <translation>Zuerst integrieren, oder ein Ergebnis öffnen</translation>
    </message>
    <message>
        <source>The patterns are being fitted…</source>
        <translation>Die Diagramme werden angepasst …</translation>
    </message>
    <message>
        <source>Press “Fit all patterns” to see them against the frame</source>
        <translation>„Alle Diagramme anpassen“ zeigt sie über dem Bild</translation>
    </message>
    <message>
        <source>Save the fitted peaks</source>
        <translation>Angepasste Reflexe speichern</translation>
    </message>
    <message>
        <source>HDF5 (*.h5)</source>
        <translation>HDF5 (*.h5)</translation>
    </message>
    <message>
        <source>NeXus (*.nxs)</source>
        <translation>NeXus (*.nxs)</translation>
    </message>
    <message>
        <source>Text with commas (*.csv)</source>
        <translation>Text mit Kommas (*.csv)</translation>
    </message>
    <message>
        <source>Drawn over the pattern: the fit (solid), its background (dashed), and single peaks where a region has several (dotted).</source>
        <translation>Über das Diagramm gezeichnet: die Anpassung (durchgezogen), ihr Untergrund (gestrichelt) und einzelne Reflexe, wo ein Bereich mehrere hat (gepunktet).</translation>
    </message>
    <message>
        <source>The regions are those of the result before</source>
        <translation>Die Bereiche sind die des Ergebnisses davor</translation>
    </message>
</context>
<context>
    <name>ewald::ui::PipelineEditor</name>
    <message>
        <source>Add engine</source>
        <translation>Verfahren anhängen</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>Iterations</source>
        <translation>Iterationen</translation>
    </message>
    <message>
        <source>How many times this engine goes through all frames</source>
        <translation>Wie oft dieses Verfahren alle Bilder durchgeht</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>Früher</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>Später</translation>
    </message>
    <message>
        <source>Remove this engine</source>
        <translation>Dieses Verfahren entfernen</translation>
    </message>
    <message>
        <source>Adds an engine that continues where the one before it ends, for example difference map, then rPIE</source>
        <translation>Fügt ein Verfahren an, das fortsetzt, wo das vorige endet, zum Beispiel Difference Map, dann rPIE</translation>
    </message>
    <message>
        <source>Total: %1 {iteration|iterations}</source>
        <translation>Zusammen: %1 {Iteration|Iterationen}</translation>
    </message>
    <message>
        <source>Stages from changes while it ran, after iteration %1. %2</source>
        <translation>Stufen von Änderungen während des Laufs, nach Iteration %1. %2</translation>
    </message>
    <message>
        <source>Make one stage of them</source>
        <translation>Eine Stufe daraus machen</translation>
    </message>
    <message>
        <source>With these stages the run is done again as it was, to the last bit; as one stage it has the parameters of the end from the first iteration on</source>
        <translation>Mit diesen Stufen wird der Lauf wiederholt, wie er war, bis zum letzten Bit; als eine Stufe hat er von der ersten Iteration an die Parameter vom Ende</translation>
    </message>
</context>
<context>
    <name>ewald::ui::PlacesDialog</name>
    <message>
        <source>Where the frames were taken</source>
        <translation>Wo die Bilder aufgenommen wurden</translation>
    </message>
    <message>
        <source>One number a frame along x and along y: two columns of a table (CSV, columns, SPEC), or two datasets of the frames&apos; file or of another HDF5 file.</source>
        <translation>Je Bild eine Zahl entlang x und entlang y: zwei Spalten einer Tabelle (CSV, Spalten, SPEC) oder zwei Datensätze der Datei der Bilder oder einer anderen HDF5-Datei.</translation>
    </message>
    <message>
        <source>File of the positions</source>
        <translation>Datei der Positionen</translation>
    </message>
    <message>
        <source>Numbers along x</source>
        <translation>Zahlen entlang x</translation>
    </message>
    <message>
        <source>Numbers along y</source>
        <translation>Zahlen entlang y</translation>
    </message>
    <message>
        <source>as the file says</source>
        <translation>wie die Datei sagt</translation>
    </message>
    <message>
        <source>Unit of both</source>
        <translation>Einheit beider</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Verwenden</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>x</source>
        <translation>x</translation>
    </message>
    <message>
        <source>y</source>
        <translation>y</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>Images hold no positions: choose a table or an HDF5 file.</source>
        <translation>Bilddateien enthalten keine Positionen: eine Tabelle oder eine HDF5-Datei wählen.</translation>
    </message>
    <message>
        <source>Choose the scan of the SPEC file.</source>
        <translation>Den Scan der SPEC-Datei wählen.</translation>
    </message>
    <message>
        <source>This file has no list of numbers.</source>
        <translation>Diese Datei hat keine Liste von Zahlen.</translation>
    </message>
</context>
<context>
    <name>ewald::ui::PositionsPanel</name>
    <message>
        <source>What refinement did to the positions</source>
        <translation>Was die Verfeinerung mit den Positionen gemacht hat</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>Positionen</translation>
    </message>
    <message>
        <source>How far refinement has moved the positions, and what the moves have in common; the page Data shows them as arrows</source>
        <translation>Wie weit die Verfeinerung die Positionen bewegt hat und was die Bewegungen gemeinsam haben; die Seite „Daten“ zeigt sie als Pfeile</translation>
    </message>
    <message>
        <source>%1 px (%2)</source>
        <translation>%1 px (%2)</translation>
    </message>
    <message>
        <source>Median of the moves: %1</source>
        <translation>Median der Bewegungen: %1</translation>
    </message>
    <message>
        <source>95 % moved less than %1</source>
        <translation>95 % haben sich um weniger als %1 bewegt</translation>
    </message>
    <message>
        <source>Longest: %1</source>
        <translation>Größte: %1</translation>
    </message>
</context>
<context>
    <name>ewald::ui::PowderMapPanel</name>
    <message>
        <source>Snake</source>
        <translation>Schlangenlinie</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>no value</source>
        <translation>kein Wert</translation>
    </message>
    <message>
        <source>Intensity in a range</source>
        <translation>Intensität in einem Bereich</translation>
    </message>
    <message>
        <source>Intensity less its background</source>
        <translation>Intensität ohne ihren Untergrund</translation>
    </message>
    <message>
        <source>Ratio of two ranges</source>
        <translation>Verhältnis zweier Bereiche</translation>
    </message>
    <message>
        <source>What the map shows</source>
        <translation>Was die Karte zeigt</translation>
    </message>
    <message>
        <source>Positions of the file</source>
        <translation>Positionen der Datei</translation>
    </message>
    <message>
        <source>Rows of frames</source>
        <translation>Zeilen von Bildern</translation>
    </message>
    <message>
        <source>Where the frames are in the map</source>
        <translation>Wo die Bilder in der Karte liegen</translation>
    </message>
    <message>
        <source>Columns </source>
        <translation>Spalten </translation>
    </message>
    <message>
        <source>Frames in a row of the scan</source>
        <translation>Bilder in einer Zeile des Scans</translation>
    </message>
    <message>
        <source>Every second row of the scan runs backwards</source>
        <translation>Jede zweite Zeile des Scans läuft rückwärts</translation>
    </message>
    <message>
        <source>Dragging over the pattern chooses the range whose intensity is divided</source>
        <translation>Ziehen über das Diagramm wählt den Bereich, dessen Intensität geteilt wird</translation>
    </message>
    <message>
        <source>Dragging over the pattern chooses the range that it is divided by</source>
        <translation>Ziehen über das Diagramm wählt den Bereich, durch den geteilt wird</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>range of a pattern</comment>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>Intensity</source>
        <translation>Intensität</translation>
    </message>
    <message>
        <source>Mean intensity from %1</source>
        <translation>Mittlere Intensität von %1</translation>
    </message>
    <message>
        <source>Mean intensity from %1, less its background</source>
        <translation>Mittlere Intensität von %1, ohne ihren Untergrund</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>Verhältnis</translation>
    </message>
    <message>
        <source>Mean intensity from %1 over that from %2</source>
        <translation>Mittlere Intensität von %1 durch die von %2</translation>
    </message>
    <message>
        <source>Drag over the pattern to choose range %1</source>
        <translation>Über das Diagramm ziehen, um Bereich %1 zu wählen</translation>
    </message>
    <message>
        <source>Drag over the pattern to choose a range</source>
        <translation>Über das Diagramm ziehen, um einen Bereich zu wählen</translation>
    </message>
    <message>
        <source>%1 × %2 points</source>
        <translation>%1 × %2 Punkte</translation>
    </message>
    <message>
        <source>%1 × %2 pixels</source>
        <translation>%1 × %2 Pixel</translation>
    </message>
    <message>
        <source>%1, interpolated between the frames</source>
        <translation>%1, zwischen den Bildern interpoliert</translation>
    </message>
    <message>
        <source>Three ranges in colours</source>
        <translation>Drei Bereiche in Farben</translation>
    </message>
    <message>
        <source>What the map shows: the intensity in a range, as it is, less the straight line through both sides of it, or over that in another range; three ranges as red, green and blue; or a quantity of a fitted peak</source>
        <translation>Was die Karte zeigt: die Intensität in einem Bereich, wie sie ist, ohne die Gerade durch seine beiden Seiten oder geteilt durch die in einem anderen Bereich; drei Bereiche in Rot, Grün und Blau; oder eine Größe eines angepassten Reflexes</translation>
    </message>
    <message>
        <source>Other positions…</source>
        <translation>Andere Positionen …</translation>
    </message>
    <message>
        <source>R</source>
        <comment>red</comment>
        <translation>R</translation>
    </message>
    <message>
        <source>G</source>
        <comment>green</comment>
        <translation>G</translation>
    </message>
    <message>
        <source>B</source>
        <comment>blue</comment>
        <translation>B</translation>
    </message>
    <message>
        <source>Dragging over the pattern chooses the range that is red</source>
        <translation>Ziehen über das Diagramm wählt den Bereich, der rot ist</translation>
    </message>
    <message>
        <source>Dragging over the pattern chooses the range that is green</source>
        <translation>Ziehen über das Diagramm wählt den Bereich, der grün ist</translation>
    </message>
    <message>
        <source>Dragging over the pattern chooses the range that is blue</source>
        <translation>Ziehen über das Diagramm wählt den Bereich, der blau ist</translation>
    </message>
    <message>
        <source>Positions: %1</source>
        <translation>Positionen: %1</translation>
    </message>
    <message>
        <source>Red: %1, green: %2, blue: %3</source>
        <translation>Rot: %1, Grün: %2, Blau: %3</translation>
    </message>
    <message>
        <source>Drag over the pattern to choose the range that is red</source>
        <translation>Über das Diagramm ziehen, um den Bereich zu wählen, der rot ist</translation>
    </message>
    <message>
        <source>Drag over the pattern to choose the range that is green</source>
        <translation>Über das Diagramm ziehen, um den Bereich zu wählen, der grün ist</translation>
    </message>
    <message>
        <source>Drag over the pattern to choose the range that is blue</source>
        <translation>Über das Diagramm ziehen, um den Bereich zu wählen, der blau ist</translation>
    </message>
</context>
<context>
    <name>ewald::ui::PowderPage</name>
    <message>
        <source>All patterns</source>
        <translation>Alle Diagramme</translation>
    </message>
    <message>
        <source>Cake</source>
        <translation>Cake</translation>
    </message>
    <message>
        <source>Intensity</source>
        <translation>Intensität</translation>
    </message>
    <message>
        <source>Frames that failed</source>
        <translation>Fehlgeschlagene Bilder</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Failed frames</source>
        <translation>Fehlgeschlagene Bilder</translation>
    </message>
    <message>
        <source>Every pattern as a row of colours; a click shows its frame</source>
        <translation>Jedes Diagramm als farbige Zeile; ein Klick zeigt sein Bild</translation>
    </message>
    <message>
        <source>Intensity against angle and azimuth, where azimuthal bins are asked for</source>
        <translation>Intensität über Winkel und Azimut, wo azimutale Klassen verlangt sind</translation>
    </message>
    <message>
        <source>Intensity in a range of the pattern over the scan; drag over the pattern to choose it</source>
        <translation>Intensität in einem Bereich des Diagramms über dem Scan; über das Diagramm ziehen, um ihn zu wählen</translation>
    </message>
    <message>
        <source>Frames that could not be read, and why</source>
        <translation>Bilder, die nicht gelesen werden konnten, und warum</translation>
    </message>
    <message>
        <source>No patterns yet: press Start</source>
        <translation>Noch keine Diagramme: Start drücken</translation>
    </message>
    <message>
        <source>Shows the newest pattern while a job runs</source>
        <translation>Zeigt das neueste Diagramm, während ein Auftrag läuft</translation>
    </message>
    <message>
        <source>Which frame&apos;s pattern is shown</source>
        <translation>Das Diagramm welchen Bildes gezeigt wird</translation>
    </message>
    <message>
        <source>Frame</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Keeps this pattern in the chart, to compare others with it</source>
        <translation>Behält dieses Diagramm in der Ansicht, um andere damit zu vergleichen</translation>
    </message>
    <message>
        <source>Takes the kept patterns out of the chart</source>
        <translation>Nimmt die behaltenen Diagramme aus der Ansicht</translation>
    </message>
    <message>
        <source>Frame %1</source>
        <translation>Bild %1</translation>
    </message>
    <message>
        <source>These are patterns, not cakes: set “Azimuthal bins” to get cakes</source>
        <translation>Dies sind Diagramme, keine Cakes: „Azimutale Klassen“ setzen, um Cakes zu bekommen</translation>
    </message>
    <message>
        <source>The cakes of single frames can be looked at when the job has ended</source>
        <translation>Die Cakes einzelner Bilder kann man ansehen, wenn der Auftrag beendet ist</translation>
    </message>
    <message>
        <source>Cake of frame %1</source>
        <translation>Cake von Bild %1</translation>
    </message>
    <message>
        <source>No patterns yet</source>
        <translation>Noch keine Diagramme</translation>
    </message>
    <message>
        <source>All patterns, %1 frames a row</source>
        <translation>Alle Diagramme, %1 Bilder je Zeile</translation>
    </message>
    <message>
        <source>Frame %1: %2</source>
        <translation>Bild %1: %2</translation>
    </message>
    <message>
        <source>Failed frames (%1)</source>
        <translation>Fehlgeschlagene Bilder (%1)</translation>
    </message>
    <message>
        <source>%1 frames/s</source>
        <translation>%1 Bilder/s</translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation>%1/s</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>in %1</translation>
    </message>
    <message>
        <source>%1 J</source>
        <translation>%1 J</translation>
    </message>
    <message>
        <source>stopped early</source>
        <translation>vorzeitig gestoppt</translation>
    </message>
    <message>
        <source>%1 (kept)</source>
        <translation>%1 (behalten)</translation>
    </message>
    <message>
        <source>Follow newest</source>
        <translation>Neuestem folgen</translation>
    </message>
    <message>
        <source>Waiting for the first patterns…</source>
        <translation>Warten auf die ersten Diagramme …</translation>
    </message>
    <message>
        <source>The run failed before the first pattern: %1</source>
        <translation>Der Lauf ist vor dem ersten Diagramm gescheitert: %1</translation>
    </message>
    <message>
        <source>The run ended before the first pattern.</source>
        <translation>Der Lauf endete vor dem ersten Diagramm.</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; of %2 {frame|frames}</source>
        <translation>&lt;b&gt;%1&lt;/b&gt; von %2 {Bild|Bildern}</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; {frame|frames}</source>
        <translation>&lt;b&gt;%1&lt;/b&gt; {Bild|Bilder}</translation>
    </message>
    <message>
        <source>%1 {frame|frames} failed</source>
        <translation>%1 {Bild|Bilder} fehlerhaft</translation>
    </message>
    <message>
        <source>Peaks</source>
        <translation>Reflexe</translation>
    </message>
    <message>
        <source>Peaks that are fitted to the pattern, and to all patterns</source>
        <translation>Reflexe, die an das Diagramm und an alle Diagramme angepasst werden</translation>
    </message>
    <message>
        <source>Fit peaks…</source>
        <translation>Reflexe anpassen …</translation>
    </message>
    <message>
        <source>Positions, widths and areas of peaks, of this pattern and of all patterns</source>
        <translation>Positionen, Breiten und Flächen von Reflexen, dieses Diagramms und aller Diagramme</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 aus %2</translation>
    </message>
    <message>
        <source>Cross section (cm⁻¹)</source>
        <translation>Streuquerschnitt (cm⁻¹)</translation>
    </message>
</context>
<context>
    <name>ewald::ui::ProbePage</name>
    <message>
        <source>No probe yet</source>
        <translation>Noch keine Sonde</translation>
    </message>
    <message>
        <source>Modes</source>
        <translation>Moden</translation>
    </message>
    <message>
        <source>The modes of the probe at the sample, with their shares of the power</source>
        <translation>Die Moden der Sonde an der Probe, mit ihren Anteilen an der Leistung</translation>
    </message>
    <message>
        <source>Intensity</source>
        <translation>Intensität</translation>
    </message>
    <message>
        <source>Wavefront</source>
        <translation>Wellenfront</translation>
    </message>
    <message>
        <source>The strongest mode where it comes from, without tilt, defocus and astigmatism: its phase is the error of the wavefront</source>
        <translation>Die stärkste Mode dort, wo sie herkommt, ohne Kippung, Defokus und Astigmatismus: Ihre Phase ist der Fehler der Wellenfront</translation>
    </message>
    <message>
        <source>Along the beam, x</source>
        <translation>Entlang des Strahls, x</translation>
    </message>
    <message>
        <source>Along the beam, y</source>
        <translation>Entlang des Strahls, y</translation>
    </message>
    <message>
        <source>Click: show the beam in this plane</source>
        <translation>Klick: den Strahl in dieser Ebene zeigen</translation>
    </message>
    <message>
        <source>As far as the pixels allow</source>
        <translation>So weit die Pixel erlauben</translation>
    </message>
    <message>
        <source>Around the focus</source>
        <translation>Um den Fokus</translation>
    </message>
    <message>
        <source>How far the beam is followed along its direction</source>
        <translation>Wie weit der Strahl in seiner Richtung verfolgt wird</translation>
    </message>
    <message>
        <source>The plane in which the beam is shown</source>
        <translation>Die Ebene, in der der Strahl gezeigt wird</translation>
    </message>
    <message>
        <source>The figure is on the clipboard</source>
        <translation>Die Abbildung ist in der Zwischenablage</translation>
    </message>
    <message>
        <source>The figure is saved</source>
        <translation>Die Abbildung ist gespeichert</translation>
    </message>
    <message>
        <source>The figure could not be saved</source>
        <translation>Die Abbildung konnte nicht gespeichert werden</translation>
    </message>
    <message>
        <source>&amp;Range</source>
        <translation>&amp;Bereich</translation>
    </message>
    <message>
        <source>&amp;Plane</source>
        <translation>&amp;Ebene</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Beam</source>
        <translation>Strahl</translation>
    </message>
    <message>
        <source>x</source>
        <translation>x</translation>
    </message>
    <message>
        <source>y</source>
        <translation>y</translation>
    </message>
    <message>
        <source>mrad</source>
        <translation>mrad</translation>
    </message>
    <message>
        <source>z</source>
        <translation>z</translation>
    </message>
    <message>
        <source>x r.m.s.</source>
        <translation>x r.m.s.</translation>
    </message>
    <message>
        <source>y r.m.s.</source>
        <translation>y r.m.s.</translation>
    </message>
    <message>
        <source>at the sample</source>
        <translation>an der Probe</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>upstream</source>
        <translation>vor</translation>
    </message>
    <message>
        <source>downstream</source>
        <translation>hinter</translation>
    </message>
    <message>
        <source>Beam %1</source>
        <translation>Strahl %1</translation>
    </message>
    <message>
        <source>&lt;b&gt;Wavefront&lt;/b&gt; of mode 1: r.m.s. error %1 waves; focus along x %2 %3, along y %4 %5, astigmatism %6 at %7°.</source>
        <translation>&lt;b&gt;Wellenfront&lt;/b&gt; der Mode 1: Fehler (r.m.s.) %1 Wellen; Fokus entlang x %2 %3, entlang y %4 %5, Astigmatismus %6 bei %7°.</translation>
    </message>
    <message>
        <source>Focus</source>
        <translation>Fokus</translation>
    </message>
    <message>
        <source>Show the beam in its best focus</source>
        <translation>Den Strahl in seinem besten Fokus zeigen</translation>
    </message>
    <message>
        <source>Width of the beam against the distance z from the sample: full width at half maximum, and r.m.s.</source>
        <translation>Breite des Strahls gegen den Abstand z von der Probe: Halbwertsbreite und quadratisches Mittel</translation>
    </message>
    <message>
        <source>z (%1)</source>
        <translation>z (%1)</translation>
    </message>
    <message>
        <source>Width (%1)</source>
        <translation>Breite (%1)</translation>
    </message>
</context>
<context>
    <name>ewald::ui::Provenance</name>
    <message>
        <source>%1 {iteration|iterations}</source>
        <translation>%1 {Iteration|Iterationen}</translation>
    </message>
    <message>
        <source>Fourier error %1</source>
        <translation>Fourier-Fehler %1</translation>
    </message>
    <message>
        <source>pixel %1</source>
        <translation>Pixel %1</translation>
    </message>
</context>
<context>
    <name>ewald::ui::QueueDetailsView</name>
    <message>
        <source>Open result</source>
        <translation>Ergebnis öffnen</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Shows the result in the window (Return)</source>
        <translation>Zeigt das Ergebnis im Fenster (Eingabe)</translation>
    </message>
    <message>
        <source>Shows the folder of the result (F)</source>
        <translation>Zeigt den Ordner des Ergebnisses (F)</translation>
    </message>
    <message>
        <source>Picture of the result</source>
        <translation>Bild des Ergebnisses</translation>
    </message>
    <message>
        <source>The log of the job</source>
        <translation>Das Protokoll des Auftrags</translation>
    </message>
    <message>
        <source>Log of the job</source>
        <translation>Protokoll des Auftrags</translation>
    </message>
    <message>
        <source>%1 jobs are selected</source>
        <translation>%1 Aufträge sind ausgewählt</translation>
    </message>
    <message>
        <source>No job is selected</source>
        <translation>Kein Auftrag ist ausgewählt</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>took %1</source>
        <translation>dauerte %1</translation>
    </message>
    <message>
        <source>Not from the file: %1</source>
        <translation>Nicht aus der Datei: %1</translation>
    </message>
    <message>
        <source>first half of the frames</source>
        <translation>erste Hälfte der Bilder</translation>
    </message>
    <message>
        <source>second half of the frames</source>
        <translation>zweite Hälfte der Bilder</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Changes name, sample, operator, comment, priority, and what the job waits for (N)</source>
        <translation>Ändert Namen, Probe, Bediener, Kommentar, Vorrang, und worauf der Auftrag wartet (N)</translation>
    </message>
</context>
<context>
    <name>ewald::ui::QueueDock</name>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>&amp;Queue</source>
        <translation>Wartes&amp;chlange</translation>
    </message>
    <message>
        <source>Show or hide the jobs that run one after the other</source>
        <translation>Die Aufträge, die nacheinander laufen, zeigen oder verbergen</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1 of %2 jobs cannot be queued: %3</source>
        <translation>%1 von %2 Aufträgen können nicht eingereiht werden: %3</translation>
    </message>
    <message>
        <source>Job %1 has failed: %2</source>
        <translation>Auftrag %1 ist fehlgeschlagen: %2</translation>
    </message>
    <message>
        <source>The folder is watched: new scans become jobs</source>
        <translation>Der Ordner wird beobachtet: Neue Scans werden Aufträge</translation>
    </message>
    <message>
        <source>The program that runs the queue cannot be started</source>
        <translation>Das Programm, das die Warteschlange ausführt, lässt sich nicht starten</translation>
    </message>
    <message>
        <source>Leave the window open, or install Ewald again.</source>
        <translation>Das Fenster offen lassen oder Ewald neu installieren.</translation>
    </message>
    <message>
        <source>The button with the eye in the panel of the queue ends it.</source>
        <translation>Der Knopf mit dem Auge in der Leiste der Warteschlange beendet es.</translation>
    </message>
    <message>
        <source>No job is left to run. Failed: %1 of %2</source>
        <translation>Es läuft nichts mehr. Fehlgeschlagen: %1 von %2</translation>
    </message>
    <message>
        <source>All %1 {job is|jobs are} done</source>
        <translation>Alle %1 {Auftrag ist|Aufträge sind} fertig</translation>
    </message>
</context>
<context>
    <name>ewald::ui::QueueFeed</name>
    <message>
        <source>The store of the queue was damaged. It was made again from the folders of the jobs.</source>
        <translation>Der Speicher der Warteschlange war beschädigt. Er wurde aus den Ordnern der Aufträge neu angelegt.</translation>
    </message>
</context>
<context>
    <name>ewald::ui::QueueModel</name>
    <message>
        <source>Without a sample</source>
        <translation>Ohne Probe</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Click to fold or unfold</source>
        <translation>Klicken zum Auf- und Zuklappen</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation>%1/s</translation>
    </message>
    <message>
        <source>Sort by this column; a third click shows the order in which the jobs run</source>
        <translation>Nach dieser Spalte sortieren; ein dritter Klick zeigt die Reihenfolge, in der die Aufträge laufen</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>Auftrag</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Fourier error</source>
        <translation>Fourier-Fehler</translation>
    </message>
    <message>
        <source>Resolution</source>
        <translation>Auflösung</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>≤ %1 left</source>
        <translation>noch ≤ %1</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
</context>
<context>
    <name>ewald::ui::QueuePanel</name>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Only jobs whose name, sample, comment, result or error holds these words</source>
        <translation>Nur Aufträge, in deren Name, Probe, Kommentar, Ergebnis oder Fehler diese Worte stehen</translation>
    </message>
    <message>
        <source>Search the queue</source>
        <translation>Die Warteschlange durchsuchen</translation>
    </message>
    <message>
        <source>No groups</source>
        <translation>Keine Gruppen</translation>
    </message>
    <message>
        <source>By sample</source>
        <translation>Nach Probe</translation>
    </message>
    <message>
        <source>By folder</source>
        <translation>Nach Ordner</translation>
    </message>
    <message>
        <source>Put jobs of the same sample, or with results in the same folder, together</source>
        <translation>Aufträge derselben Probe oder mit Ergebnissen im selben Ordner zusammenfassen</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>Gruppen</translation>
    </message>
    <message>
        <source>At once: </source>
        <translation>Zugleich: </translation>
    </message>
    <message>
        <source>Jobs at once</source>
        <translation>Aufträge zugleich</translation>
    </message>
    <message>
        <source>Show all jobs</source>
        <translation>Alle Aufträge zeigen</translation>
    </message>
    <message>
        <source>Show those that wait for their turn, for data or another job</source>
        <translation>Die zeigen, die warten: bis sie an der Reihe sind, auf Daten oder einen anderen Auftrag</translation>
    </message>
    <message>
        <source>Show those that a process works on</source>
        <translation>Die zeigen, an denen ein Prozess arbeitet</translation>
    </message>
    <message>
        <source>Show those that are done</source>
        <translation>Die erledigten zeigen</translation>
    </message>
    <message>
        <source>Jobs of the queue</source>
        <translation>Aufträge der Warteschlange</translation>
    </message>
    <message>
        <source>All %1</source>
        <translation>Alle %1</translation>
    </message>
    <message>
        <source>Waiting %1</source>
        <translation>Wartend %1</translation>
    </message>
    <message>
        <source>Running %1</source>
        <translation>Laufend %1</translation>
    </message>
    <message>
        <source>Done %1</source>
        <translation>Fertig %1</translation>
    </message>
    <message>
        <source>Failed %1</source>
        <translation>Fehler %1</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>&amp;Pause or resume</source>
        <translation>&amp;Pausieren oder fortsetzen</translation>
    </message>
    <message>
        <source>Let the selected jobs hold still, or go on; one in the queue gets no turn meanwhile</source>
        <translation>Die ausgewählten Aufträge ruhen oder weiterlaufen lassen; ein wartender kommt solange nicht an die Reihe</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>&amp;Anhalten</translation>
    </message>
    <message>
        <source>End the selected jobs and keep what they have done</source>
        <translation>Die ausgewählten Aufträge beenden und behalten, was sie getan haben</translation>
    </message>
    <message>
        <source>&amp;Abort</source>
        <translation>A&amp;bbrechen</translation>
    </message>
    <message>
        <source>T&amp;ry again</source>
        <translation>E&amp;rneut versuchen</translation>
    </message>
    <message>
        <source>Another turn for selected jobs that have failed or were stopped; they go on from what was saved</source>
        <translation>Ausgewählte Aufträge, die fehlgeschlagen oder angehalten sind, noch einmal; sie setzen fort, was gespeichert wurde</translation>
    </message>
    <message>
        <source>&amp;Duplicate and edit</source>
        <translation>&amp;Kopieren und bearbeiten</translation>
    </message>
    <message>
        <source>Put the parameters of the selected job into the form, to start or queue them changed</source>
        <translation>Die Parameter des ausgewählten Auftrags ins Formular übernehmen, um ihn geändert zu starten oder einzureihen</translation>
    </message>
    <message>
        <source>Re&amp;move</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>Take the selected jobs out of the list; results stay</source>
        <translation>Die ausgewählten Aufträge aus der Liste nehmen; Ergebnisse bleiben</translation>
    </message>
    <message>
        <source>&amp;Undo the removal</source>
        <translation>Entfernen r&amp;ückgängig machen</translation>
    </message>
    <message>
        <source>Put the jobs back that were removed last</source>
        <translation>Die zuletzt entfernten Aufträge zurückholen</translation>
    </message>
    <message>
        <source>&amp;Open the result</source>
        <translation>Ergebnis ö&amp;ffnen</translation>
    </message>
    <message>
        <source>Show the result of the selected job in the window</source>
        <translation>Das Ergebnis des ausgewählten Auftrags im Fenster zeigen</translation>
    </message>
    <message>
        <source>Show &amp;folder</source>
        <translation>&amp;Ordner zeigen</translation>
    </message>
    <message>
        <source>Show the folder of the result</source>
        <translation>Den Ordner des Ergebnisses zeigen</translation>
    </message>
    <message>
        <source>&amp;Compare two</source>
        <translation>Zwei &amp;vergleichen</translation>
    </message>
    <message>
        <source>Show the results of two selected jobs beside each other</source>
        <translation>Die Ergebnisse zweier ausgewählter Aufträge nebeneinander zeigen</translation>
    </message>
    <message>
        <source>Earl&amp;ier</source>
        <translation>Fr&amp;üher</translation>
    </message>
    <message>
        <source>Let the selected jobs run before the one above; they can also be dragged</source>
        <translation>Die ausgewählten Aufträge vor dem darüber laufen lassen; sie lassen sich auch ziehen</translation>
    </message>
    <message>
        <source>&amp;Later</source>
        <translation>S&amp;päter</translation>
    </message>
    <message>
        <source>Let the selected jobs run after the one below</source>
        <translation>Die ausgewählten Aufträge nach dem darunter laufen lassen</translation>
    </message>
    <message>
        <source>&amp;Higher priority</source>
        <translation>&amp;Mehr Vorrang</translation>
    </message>
    <message>
        <source>Jobs of a higher priority run before all others</source>
        <translation>Aufträge mit mehr Vorrang laufen vor allen anderen</translation>
    </message>
    <message>
        <source>Lo&amp;wer priority</source>
        <translation>&amp;Weniger Vorrang</translation>
    </message>
    <message>
        <source>Jobs of a lower priority run after all others</source>
        <translation>Aufträge mit weniger Vorrang laufen nach allen anderen</translation>
    </message>
    <message>
        <source>Run the queue</source>
        <translation>Warteschlange starten</translation>
    </message>
    <message>
        <source>Hold the queue</source>
        <translation>Warteschlange anhalten</translation>
    </message>
    <message>
        <source>The jobs get their turn again</source>
        <translation>Die Aufträge kommen wieder an die Reihe</translation>
    </message>
    <message>
        <source>No further job is started; those that run go on</source>
        <translation>Kein weiterer Auftrag wird begonnen; die laufenden gehen weiter</translation>
    </message>
    <message>
        <source>Watched folders</source>
        <translation>Beobachtete Ordner</translation>
    </message>
    <message>
        <source>Watch a &amp;folder…</source>
        <translation>Ordner &amp;beobachten …</translation>
    </message>
    <message>
        <source>End watching %1</source>
        <translation>%1 nicht mehr beobachten</translation>
    </message>
    <message>
        <source>Make jobs of the scans that appear in a folder</source>
        <translation>Aus den Scans, die in einem Ordner erscheinen, Aufträge machen</translation>
    </message>
    <message>
        <source>%1 {folder is|folders are} watched: new scans become jobs</source>
        <translation>%1 {Ordner wird|Ordner werden} beobachtet: Neue Scans werden Aufträge</translation>
    </message>
    <message>
        <source>At once: auto</source>
        <translation>Zugleich: automatisch</translation>
    </message>
    <message>
        <source>How many jobs run side by side; auto: as many as devices allow. Jobs that share a device wait for each other</source>
        <translation>Wie viele Aufträge nebeneinander laufen; automatisch: so viele die Geräte erlauben. Aufträge auf demselben Gerät warten aufeinander</translation>
    </message>
    <message>
        <source>Abort {1:the running job|%1 running jobs}?</source>
        <translation>{1:Den laufenden Auftrag|%1 laufende Aufträge} abbrechen?</translation>
    </message>
    <message>
        <source>Stop and keep</source>
        <translation>Anhalten und behalten</translation>
    </message>
    <message>
        <source>Abort</source>
        <translation>Abbruch</translation>
    </message>
    <message>
        <source>Keep running</source>
        <translation>Weiterlaufen</translation>
    </message>
    <message>
        <source>Show those that have failed</source>
        <translation>Die fehlgeschlagenen zeigen</translation>
    </message>
    <message>
        <source>Show those that were stopped</source>
        <translation>Die angehaltenen zeigen</translation>
    </message>
    <message>
        <source>Stopped %1</source>
        <translation>Angehalten %1</translation>
    </message>
    <message>
        <source>End the selected jobs at once; they can go on from their last checkpoint</source>
        <translation>Beendet die ausgewählten Aufträge sofort; sie können beim letzten Zwischenstand fortgesetzt werden</translation>
    </message>
    <message>
        <source>Abort saves no result; what was done since the last checkpoint is lost. Stop is just as fast and keeps the results so far.</source>
        <translation>Abbrechen speichert kein Ergebnis; was seit dem letzten Zwischenstand berechnet wurde, geht verloren. Anhalten ist genauso schnell und behält die bisherigen Ergebnisse.</translation>
    </message>
    <message>
        <source>&amp;Notes…</source>
        <translation>&amp;Notizen …</translation>
    </message>
    <message>
        <source>Name, sample, operator and comment of the selected jobs, their priority, and what they wait for</source>
        <translation>Namen, Probe, Bediener und Kommentar der ausgewählten Aufträge, ihren Vorrang, und worauf sie warten</translation>
    </message>
</context>
<context>
    <name>ewald::ui::QueueText</name>
    <message>
        <source>In the queue</source>
        <translation>Eingereiht</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Beginnt</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Pausiert</translation>
    </message>
    <message>
        <source>Saving</source>
        <translation>Speichert</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>%1 running</source>
        <translation>%1 laufend</translation>
    </message>
    <message>
        <source>%1 waiting</source>
        <translation>%1 wartend</translation>
    </message>
    <message>
        <source>%1 done</source>
        <translation>%1 fertig</translation>
    </message>
    <message>
        <source>%1 stopped</source>
        <translation>%1 angehalten</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 fehlgeschlagen</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>Hält an</translation>
    </message>
    <message>
        <source>Aborting</source>
        <translation>Bricht ab</translation>
    </message>
    <message>
        <source>Pausing</source>
        <translation>Wird pausiert</translation>
    </message>
    <message>
        <source>Reading frames</source>
        <translation>Liest Bilder</translation>
    </message>
    <message>
        <source>%1, job %2</source>
        <translation>%1, Auftrag %2</translation>
    </message>
    <message>
        <source>Job %1: %2</source>
        <translation>Auftrag %1: %2</translation>
    </message>
    <message>
        <source>Sample: %1</source>
        <translation>Probe: %1</translation>
    </message>
    <message>
        <source>Operator: %1</source>
        <translation>Bediener: %1</translation>
    </message>
    <message>
        <source>Comment: %1</source>
        <translation>Kommentar: %1</translation>
    </message>
    <message>
        <source>Result: %1</source>
        <translation>Ergebnis: %1</translation>
    </message>
    <message>
        <source>Priority: %1</source>
        <translation>Vorrang: %1</translation>
    </message>
    <message>
        <source>After job %1</source>
        <translation>Nach Auftrag %1</translation>
    </message>
    <message>
        <source>Added: %1</source>
        <translation>Eingereiht: %1</translation>
    </message>
    <message>
        <source>Started: %1</source>
        <translation>Begonnen: %1</translation>
    </message>
    <message>
        <source>Ended: %1</source>
        <translation>Beendet: %1</translation>
    </message>
    <message>
        <source>Attempts: %1</source>
        <translation>Versuche: %1</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Goes on where it was</source>
        <translation>Geht weiter, wo er war</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Goes on from what was saved, if anything was</source>
        <translation>Setzt fort, was gespeichert wurde, wenn es etwas gibt</translation>
    </message>
    <message>
        <source>Show job %1</source>
        <translation>Auftrag %1 zeigen</translation>
    </message>
    <message>
        <source>The job that it waits for</source>
        <translation>Der Auftrag, auf den er wartet</translation>
    </message>
    <message>
        <source>Change it…</source>
        <translation>Ändern …</translation>
    </message>
    <message>
        <source>Puts the job into the form, at this parameter</source>
        <translation>Übernimmt den Auftrag ins Formular, bei diesem Parameter</translation>
    </message>
    <message>
        <source>The job that it needed</source>
        <translation>Der Auftrag, den er brauchte</translation>
    </message>
    <message>
        <source>Open the scan</source>
        <translation>Scan öffnen</translation>
    </message>
    <message>
        <source>Opens what the job reads, to look at it</source>
        <translation>Öffnet, was der Auftrag liest, zum Ansehen</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Gives the job another turn</source>
        <translation>Lässt den Auftrag noch einmal laufen</translation>
    </message>
    <message>
        <source>%1 paused</source>
        <translation>%1 pausiert</translation>
    </message>
    <message>
        <source>%1 (%2 %)</source>
        <translation>%1 (%2 %)</translation>
    </message>
    <message>
        <source>Time left: not known</source>
        <translation>Restzeit: unbekannt</translation>
    </message>
    <message>
        <source>%1 left in all</source>
        <translation>insgesamt noch %1</translation>
    </message>
    <message>
        <source>Queue: %1</source>
        <translation>Warteschlange: %1</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>leer</translation>
    </message>
    <message>
        <source>held</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>watching %1 {folder|folders}</source>
        <translation>%1 {Ordner wird|Ordner werden} beobachtet</translation>
    </message>
    <message>
        <source>%1 jobs added</source>
        <translation>%1 Aufträge hinzugefügt</translation>
    </message>
    <message>
        <source>%1 is in the queue</source>
        <translation>%1 ist in der Warteschlange</translation>
    </message>
    <message>
        <source>%1 jobs added (%2 in the queue)</source>
        <translation>%1 Aufträge hinzugefügt (%2 in der Warteschlange)</translation>
    </message>
    <message>
        <source>%1; the queue is held</source>
        <translation>%1; die Warteschlange ist angehalten</translation>
    </message>
    <message>
        <source>Done, high error</source>
        <translation>Fertig, hoher Fehler</translation>
    </message>
    <message>
        <source>Choose other devices, or leave the choice to the program.</source>
        <translation>Andere Geräte wählen oder die Wahl dem Programm überlassen.</translation>
    </message>
    <message>
        <source>Find orientation…</source>
        <translation>Orientierung suchen …</translation>
    </message>
    <message>
        <source>Opens the scan of the job and tries all orientations of its positions</source>
        <translation>Öffnet den Scan des Auftrags und probiert alle Orientierungen seiner Positionen</translation>
    </message>
    <message>
        <source>Use automatic devices</source>
        <translation>Geräte automatisch wählen</translation>
    </message>
    <message>
        <source>Gives the job another turn on the devices that the program chooses</source>
        <translation>Lässt den Auftrag noch einmal laufen, auf Geräten, die das Programm wählt</translation>
    </message>
    <message>
        <source>none</source>
        <comment>resolution</comment>
        <translation>keine</translation>
    </message>
    <message>
        <source>not measured</source>
        <comment>resolution</comment>
        <translation>nicht gemessen</translation>
    </message>
    <message>
        <source>No resolution: %1</source>
        <translation>Keine Auflösung: %1</translation>
    </message>
    <message>
        <source>The resolution was not measured: the job has reconstructed no halves of its scan (%1).</source>
        <translation>Die Auflösung wurde nicht gemessen: Der Auftrag hat keine Hälften seines Scans rekonstruiert (%1).</translation>
    </message>
    <message>
        <source>Waiting for files</source>
        <translation>Wartet auf Dateien</translation>
    </message>
    <message>
        <source>Done, but the error stayed high: orientation, or positions?</source>
        <translation>Fertig, aber der Fehler blieb hoch: Orientierung oder Positionen?</translation>
    </message>
    <message>
        <source>The axes of the positions may be swapped or flipped, or the positions off: let them be refined (%1). Else check energy and distance.</source>
        <translation>Die Achsen der Positionen sind vielleicht vertauscht oder gespiegelt, oder die Positionen ungenau: sie verfeinern lassen (%1). Sonst Energie und Abstand prüfen.</translation>
    </message>
</context>
<context>
    <name>ewald::ui::RealEditor</name>
    <message>
        <source>Not a number</source>
        <translation>Keine Zahl</translation>
    </message>
    <message>
        <source>Not a number in %1</source>
        <translation>Keine Zahl in %1</translation>
    </message>
</context>
<context>
    <name>ewald::ui::ReportPage</name>
    <message>
        <source>Reading frames</source>
        <translation>Bilder lesen</translation>
    </message>
    <message>
        <source>Initial guess</source>
        <translation>Startwerte</translation>
    </message>
    <message>
        <source>Iterations</source>
        <translation>Iterationen</translation>
    </message>
    <message>
        <source>%1 × %2 pixels</source>
        <translation>%1 × %2 Pixel</translation>
    </message>
    <message>
        <source>Job document</source>
        <translation>Auftrag</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Show folder</source>
        <translation>Ordner zeigen</translation>
    </message>
    <message>
        <source>Opens the scan of this result and sets all parameters as they were; change what you like and press Start</source>
        <translation>Öffnet den Scan dieses Ergebnisses und setzt alle Parameter, wie sie waren; ändern, was man will, und Start drücken</translation>
    </message>
    <message>
        <source>Takes the probe and the object of this result as the start of the next run</source>
        <translation>Nimmt Sonde und Objekt dieses Ergebnisses als Anfang des nächsten Laufs</translation>
    </message>
    <message>
        <source>Opens the folder of the result file</source>
        <translation>Öffnet den Ordner der Ergebnisdatei</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>This run</source>
        <translation>Dieser Lauf</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Communicator</source>
        <translation>Kommunikator</translation>
    </message>
    <message>
        <source>Frames</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Object</source>
        <translation>Objekt</translation>
    </message>
    <message>
        <source>Object pixel</source>
        <translation>Objektpixel</translation>
    </message>
    <message>
        <source>Probe modes</source>
        <translation>Sondenmoden</translation>
    </message>
    <message>
        <source>Memory (estimate)</source>
        <translation>Speicher (geschätzt)</translation>
    </message>
    <message>
        <source>Memory plan</source>
        <translation>Speicherplan</translation>
    </message>
    <message>
        <source>Engine %1: %2, iterations: %3</source>
        <translation>Verfahren %1: %2, Iterationen: %3</translation>
    </message>
    <message>
        <source>Parameters other than the defaults</source>
        <translation>Parameter abweichend von den Vorgaben</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Result, stopped early</source>
        <translation>Ergebnis, früh angehalten</translation>
    </message>
    <message>
        <source>Fourier error</source>
        <translation>Fourier-Fehler</translation>
    </message>
    <message>
        <source>Time of the iterations</source>
        <translation>Zeit der Iterationen</translation>
    </message>
    <message>
        <source>Probe mode %1</source>
        <translation>Sondenmode %1</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Photon energy</source>
        <translation>Photonenenergie</translation>
    </message>
    <message>
        <source>%1 keV</source>
        <translation>%1 keV</translation>
    </message>
    <message>
        <source>Electrical energy</source>
        <translation>Elektrische Energie</translation>
    </message>
    <message>
        <source>%1 J</source>
        <translation>%1 J</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>Frames that failed</source>
        <translation>Fehlgeschlagene Bilder</translation>
    </message>
    <message>
        <source>Radial bins</source>
        <translation>Radiale Klassen</translation>
    </message>
    <message>
        <source>Azimuthal bins</source>
        <translation>Azimutale Klassen</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>Preparing</source>
        <translation>Vorbereiten</translation>
    </message>
    <message>
        <source>All frames</source>
        <translation>Alle Bilder</translation>
    </message>
    <message>
        <source>Workers: reading</source>
        <translation>Arbeiter: Lesen</translation>
    </message>
    <message>
        <source>Workers: decoding</source>
        <translation>Arbeiter: Dekodieren</translation>
    </message>
    <message>
        <source>Workers: integrating</source>
        <translation>Arbeiter: Integrieren</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Insgesamt</translation>
    </message>
    <message>
        <source>Repeat this job</source>
        <translation>Auftrag wiederholen</translation>
    </message>
    <message>
        <source>Start from this result</source>
        <translation>Von diesem Ergebnis starten</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Electron energy</source>
        <translation>Elektronenenergie</translation>
    </message>
    <message>
        <source>Probe window</source>
        <translation>Fenster der Sonde</translation>
    </message>
    <message>
        <source>Timing</source>
        <translation>Zeiten</translation>
    </message>
    <message>
        <source>The last run made no result. The log says why.</source>
        <translation>Der letzte Lauf ergab kein Ergebnis. Der Grund steht im Protokoll.</translation>
    </message>
    <message>
        <source>No result yet</source>
        <translation>Noch kein Ergebnis</translation>
    </message>
    <message>
        <source>How good is it?</source>
        <translation>Wie gut ist es?</translation>
    </message>
    <message>
        <source>Reconstructs two random halves of the scan by themselves and shows down to which size they agree: the resolution (FRC)</source>
        <translation>Rekonstruiert zwei zufällige Hälften des Scans je für sich und zeigt, bis zu welcher Größe sie übereinstimmen: die Auflösung (FRC)</translation>
    </message>
    <message>
        <source>What was done</source>
        <translation>Was getan wurde</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Fourier error ÷ noise limit</source>
        <translation>Fourier-Fehler ÷ Rauschgrenze</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>Written</source>
        <translation>Geschrieben</translation>
    </message>
    <message>
        <source>&lt; %1 s</source>
        <translation>&lt; %1 s</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>LLK (1 = noise limit)</source>
        <translation>LLK (1 = Rauschgrenze)</translation>
    </message>
    <message>
        <source>Resolution by halves</source>
        <translation>Auflösung aus Hälften</translation>
    </message>
    <message>
        <source>Bins</source>
        <translation>Klassen</translation>
    </message>
</context>
<context>
    <name>ewald::ui::ReportView</name>
    <message>
        <source>Save page…</source>
        <translation>Seite speichern …</translation>
    </message>
    <message>
        <source>Page about the result</source>
        <translation>Seite über das Ergebnis</translation>
    </message>
    <message>
        <source>Save the page as HTML, which any browser shows and prints</source>
        <translation>Die Seite als HTML speichern, das jeder Browser zeigt und druckt</translation>
    </message>
    <message>
        <source>Save the page</source>
        <translation>Seite speichern</translation>
    </message>
    <message>
        <source>Web pages (*.html)</source>
        <translation>Webseiten (*.html)</translation>
    </message>
    <message>
        <source>No result is open.</source>
        <translation>Es ist kein Ergebnis offen.</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Lesen …</translation>
    </message>
</context>
<context>
    <name>ewald::ui::RingCalibration</name>
    <message>
        <source>First open frames of a calibrant.</source>
        <translation>Zuerst Bilder einer Eichsubstanz öffnen.</translation>
    </message>
    <message>
        <source>First choose the calibrant that was measured, in the list above.</source>
        <translation>Zuerst die gemessene Eichsubstanz in der Liste darüber wählen.</translation>
    </message>
    <message>
        <source>First type the photon energy.</source>
        <translation>Zuerst die Photonenenergie eintragen.</translation>
    </message>
    <message>
        <source>First type the pixel size, or choose the detector.</source>
        <translation>Zuerst die Pixelgröße eintragen oder den Detektor wählen.</translation>
    </message>
    <message>
        <source>Geometry from rings</source>
        <translation>Geometrie aus Ringen</translation>
    </message>
    <message>
        <source>Stopped, as the form was changed meanwhile</source>
        <translation>Angehalten, denn das Formular wurde inzwischen geändert</translation>
    </message>
</context>
<context>
    <name>ewald::ui::RingCalibrationPanel</name>
    <message>
        <source>Find from the rings</source>
        <translation>Aus den Ringen bestimmen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Ends the search; the geometry stays as it is</source>
        <translation>Beendet die Suche; die Geometrie bleibt, wie sie ist</translation>
    </message>
    <message>
        <source>The geometry is searched for</source>
        <translation>Die Geometrie wird gesucht</translation>
    </message>
    <message>
        <source>Finds distance, beam centre and tilt from the rings of the chosen calibrant in the open frames; nothing needs to be set roughly before</source>
        <translation>Bestimmt Abstand, Strahlmitte und Neigung aus den Ringen der gewählten Eichsubstanz in den offenen Bildern; nichts muss vorher ungefähr eingestellt werden</translation>
    </message>
    <message>
        <source>&lt;b&gt;Refused&lt;/b&gt;: the geometry stays as it was.</source>
        <translation>&lt;b&gt;Abgelehnt&lt;/b&gt;: die Geometrie bleibt, wie sie war.</translation>
    </message>
    <message>
        <source>&lt;b&gt;Good&lt;/b&gt;: the geometry is that of the rings.</source>
        <translation>&lt;b&gt;Gut&lt;/b&gt;: die Geometrie ist die der Ringe.</translation>
    </message>
    <message>
        <source>&lt;b&gt;Doubtful&lt;/b&gt;: the geometry was taken, check it.</source>
        <translation>&lt;b&gt;Zweifelhaft&lt;/b&gt;: die Geometrie wurde übernommen, bitte prüfen.</translation>
    </message>
    <message>
        <source>&lt;b&gt;Good&lt;/b&gt;, but the geometry was changed since.</source>
        <translation>&lt;b&gt;Gut&lt;/b&gt;, aber die Geometrie wurde seitdem geändert.</translation>
    </message>
    <message>
        <source>&lt;b&gt;Doubtful&lt;/b&gt;, and the geometry was changed since.</source>
        <translation>&lt;b&gt;Zweifelhaft&lt;/b&gt;, und die Geometrie wurde seitdem geändert.</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>Beam row</source>
        <translation>Strahlzeile</translation>
    </message>
    <message>
        <source>Beam column</source>
        <translation>Strahlspalte</translation>
    </message>
    <message>
        <source>mm</source>
        <translation>mm</translation>
    </message>
    <message>
        <source>px</source>
        <translation>px</translation>
    </message>
    <message>
        <source>not determined</source>
        <translation>nicht bestimmt</translation>
    </message>
    <message>
        <source>Residual %3 px r.m.s. of %1 {point|points} on %2 {ring|rings}, %4° of azimuth.</source>
        <translation>Abweichung %3 px (quadratisches Mittel) von %1 {Punkt|Punkten} auf %2 {Ring|Ringen}, %4° des Azimuts.</translation>
    </message>
    <message>
        <source>For %1, %2 keV and pixels of %3 × %4.</source>
        <translation>Für %1, %2 keV und Pixel von %3 × %4.</translation>
    </message>
    <message>
        <source>%1, cell at %2 %</source>
        <translation>%1, Zelle bei %2 %</translation>
    </message>
    <message>
        <source>%1 at %2 GPa and %3 K</source>
        <translation>%1 bei %2 GPa und %3 K</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>&lt;b&gt;Refused&lt;/b&gt;, and the geometry was changed since.</source>
        <translation>&lt;b&gt;Abgelehnt&lt;/b&gt;, und die Geometrie wurde seither geändert.</translation>
    </message>
    <message>
        <source>Find it from the rings of %1</source>
        <translation>Aus den Ringen von %1 bestimmen</translation>
    </message>
</context>
<context>
    <name>ewald::ui::RingSubstance</name>
    <message>
        <source>%1 substances are given: the rings of %2 are drawn</source>
        <translation>%1 Substanzen sind angegeben: die Ringe von %2 sind gezeichnet</translation>
    </message>
    <message>
        <source>Not in the list: %1</source>
        <translation>Nicht in der Liste: %1</translation>
    </message>
    <message>
        <source>choose another one in the list of calibrants</source>
        <translation>eine andere in der Liste der Eichsubstanzen wählen</translation>
    </message>
</context>
<context>
    <name>ewald::ui::RunList</name>
    <message>
        <source>Error %1</source>
        <translation>Fehler %1</translation>
    </message>
    <message>
        <source>Fourier error %1</source>
        <translation>Fourier-Fehler %1</translation>
    </message>
    <message>
        <source>Changed against the run before:</source>
        <translation>Geändert gegen den Lauf davor:</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen …</translation>
    </message>
    <message>
        <source>Cannot be read</source>
        <translation>Nicht lesbar</translation>
    </message>
</context>
<context>
    <name>ewald::ui::RunPanel</name>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Choose where the result is written</source>
        <translation>Wählen, wohin das Ergebnis geschrieben wird</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Abort</source>
        <translation>Abbruch</translation>
    </message>
    <message>
        <source>Result: chosen with the scan</source>
        <translation>Ergebnis: wird mit dem Scan gewählt</translation>
    </message>
    <message>
        <source>Result: %1</source>
        <translation>Ergebnis: %1</translation>
    </message>
    <message>
        <source>Result: %1 in %2</source>
        <translation>Ergebnis: %1 in %2</translation>
    </message>
    <message>
        <source>Edited while running: for the next run.</source>
        <translation>Während des Laufs geändert: für den nächsten Lauf.</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>Edited while running: needs a new run. Apply goes on from here in a new file; or keep it for the next run.</source>
        <translation>Während des Laufs geändert: braucht einen neuen Lauf. „Anwenden“ setzt von hier in einer neuen Datei fort; oder für den nächsten Lauf behalten.</translation>
    </message>
    <message>
        <source>Edited while running. Apply stops, saves and goes on in the same file; or keep it for the next run.</source>
        <translation>Während des Laufs geändert. „Anwenden“ hält an, speichert und setzt in derselben Datei fort; oder für den nächsten Lauf behalten.</translation>
    </message>
    <message>
        <source>From iteration %1 on: %2</source>
        <translation>Ab Iteration %1: %2</translation>
    </message>
    <message>
        <source>Edited while paused: applies from the next iteration on, when the run goes on.</source>
        <translation>In der Pause geändert: gilt ab der nächsten Iteration, sobald der Lauf weitergeht.</translation>
    </message>
    <message>
        <source>Edited: applies from the next iteration on.</source>
        <translation>Geändert: gilt ab der nächsten Iteration.</translation>
    </message>
    <message>
        <source>Add to the queue</source>
        <translation>In die Warteschlange stellen</translation>
    </message>
    <message>
        <source>Submit</source>
        <translation>Absenden</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
</context>
<context>
    <name>ewald::ui::RunText</name>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1 {iteration|iterations}</source>
        <translation>%1 {Iteration|Iterationen}</translation>
    </message>
    <message>
        <source>%1 {frame|frames}</source>
        <translation>%1 {Bild|Bilder}</translation>
    </message>
    <message>
        <source>%1: %2 → %3</source>
        <translation>%1: %2 → %3</translation>
    </message>
</context>
<context>
    <name>ewald::ui::RunsStrip</name>
    <message>
        <source>Results of runs appear here.</source>
        <translation>Ergebnisse von Läufen erscheinen hier.</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Click: show. Drag on the parameters: start from it. Two selected: compare.</source>
        <translation>Klick: zeigen. Auf die Parameter ziehen: damit beginnen. Zwei ausgewählt: vergleichen.</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Shows two selected results beside each other</source>
        <translation>Zeigt zwei ausgewählte Ergebnisse nebeneinander</translation>
    </message>
    <message>
        <source>Start from it</source>
        <translation>Damit beginnen</translation>
    </message>
    <message>
        <source>The next run begins with probe and object of the selected one</source>
        <translation>Der nächste Lauf beginnt mit Sonde und Objekt des ausgewählten</translation>
    </message>
    <message>
        <source>Use its parameters</source>
        <translation>Seine Parameter nehmen</translation>
    </message>
    <message>
        <source>Puts the parameters of the selected run into the form</source>
        <translation>Übernimmt die Parameter des ausgewählten Laufs ins Formular</translation>
    </message>
</context>
<context>
    <name>ewald::ui::ScalingPage</name>
    <message>
        <source>&amp;Measure</source>
        <translation>&amp;Messen</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>An&amp;halten</translation>
    </message>
    <message>
        <source>Numbers of workers, dealt out to the devices of the job; 1 is always among them</source>
        <translation>Anzahlen von Arbeitern, die auf die Geräte des Auftrags verteilt werden; 1 ist immer dabei</translation>
    </message>
    <message>
        <source>Runs with each number of workers. Each repeat has another seed; two or more give deviations</source>
        <translation>Läufe mit jeder Anzahl von Arbeitern. Jede Wiederholung hat einen anderen Startwert; ab zweien gibt es Abweichungen</translation>
    </message>
    <message>
        <source>Iterations of each engine</source>
        <translation>Iterationen jedes Verfahrens</translation>
    </message>
    <message>
        <source>Run the job with every number of workers, and compare times and results</source>
        <translation>Den Auftrag mit jeder Zahl von Arbeitern laufen lassen und Zeiten und Ergebnisse vergleichen</translation>
    </message>
    <message>
        <source>Stop and keep the runs that have ended</source>
        <translation>Anhalten und die beendeten Läufe behalten</translation>
    </message>
    <message>
        <source>Save the table and the loss of every run</source>
        <translation>Die Tabelle und den Verlust jedes Laufs speichern</translation>
    </message>
    <message>
        <source>&amp;Workers</source>
        <translation>&amp;Arbeiter</translation>
    </message>
    <message>
        <source>&amp;Repeats</source>
        <translation>&amp;Wiederholungen</translation>
    </message>
    <message>
        <source>&amp;Iterations</source>
        <translation>&amp;Iterationen</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>Arbeiter</translation>
    </message>
    <message>
        <source>Speed-up</source>
        <translation>Beschleunigung</translation>
    </message>
    <message>
        <source>Whether the results agree is not known yet</source>
        <translation>Ob die Ergebnisse übereinstimmen, ist noch nicht bekannt</translation>
    </message>
    <message>
        <source>it takes two numbers of workers with the same seed</source>
        <translation>dazu braucht es zwei Arbeiterzahlen mit demselben Startwert</translation>
    </message>
    <message>
        <source>The results agree</source>
        <translation>Die Ergebnisse stimmen überein</translation>
    </message>
    <message>
        <source>The results do not agree</source>
        <translation>Die Ergebnisse stimmen nicht überein</translation>
    </message>
    <message>
        <source>the largest relative difference from one worker is %1, with %2 workers (limit %3)</source>
        <translation>der größte relative Unterschied zu einem Arbeiter ist %1, mit %2 Arbeitern (Grenze %3)</translation>
    </message>
    <message>
        <source>Stopped: these are the runs that had ended.</source>
        <translation>Angehalten: dies sind die Läufe, die beendet waren.</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>Ideal: number of devices</source>
        <translation>Ideal: Anzahl der Geräte</translation>
    </message>
    <message>
        <source>Speed-up against the number of workers</source>
        <translation>Beschleunigung über der Anzahl der Arbeiter</translation>
    </message>
    <message>
        <source>Workers: %1</source>
        <translation>Arbeiter: %1</translation>
    </message>
    <message>
        <source>Measures the open scan with the parameters and devices of the window.</source>
        <translation>Misst den offenen Scan mit den Parametern und Geräten des Fensters.</translation>
    </message>
    <message>
        <source>No scan is open: measures a simulated one (%1 frames of %2 × %2 pixels) with the parameters and devices of the window.</source>
        <translation>Kein Scan ist offen: Gemessen wird ein simulierter (%1 Bilder mit %2 × %2 Pixeln) mit den Parametern und Geräten des Fensters.</translation>
    </message>
    <message>
        <source>A run is going on: the measurement waits until it has ended.</source>
        <translation>Ein Lauf ist im Gange: die Messung wartet, bis er zu Ende ist.</translation>
    </message>
    <message>
        <source>The devices are being checked: the measurement waits until that has ended.</source>
        <translation>Die Geräte werden geprüft: die Messung wartet, bis das zu Ende ist.</translation>
    </message>
    <message>
        <source>Export the scaling report</source>
        <translation>Den Skalierungsbericht exportieren</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>Tabelle (*.csv)</translation>
    </message>
    <message>
        <source>Table and loss of every run (*.h5)</source>
        <translation>Tabelle und Verlust jedes Laufs (*.h5)</translation>
    </message>
    <message>
        <source>Exported to %1</source>
        <translation>Exportiert nach %1</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Iteration (ms)</source>
        <translation>Iteration (ms)</translation>
    </message>
    <message>
        <source>Fourier error</source>
        <translation>Fourier-Fehler</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Unterschied</translation>
    </message>
    <message>
        <source>Workers that shared the job</source>
        <translation>Arbeiter, die sich den Auftrag geteilt haben</translation>
    </message>
    <message>
        <source>What they ran on, as --devices names it</source>
        <translation>Worauf sie liefen, wie --devices es nennt</translation>
    </message>
    <message>
        <source>Median time of an iteration; mean and deviation over the repeats</source>
        <translation>Median der Zeit einer Iteration; Mittel und Abweichung über die Wiederholungen</translation>
    </message>
    <message>
        <source>Against one worker; the relative deviations of both added in quadrature</source>
        <translation>Gegenüber einem Arbeiter; die relativen Abweichungen beider quadratisch addiert</translation>
    </message>
    <message>
        <source>After the last iteration; mean and deviation over the seeds</source>
        <translation>Nach der letzten Iteration; Mittel und Abweichung über die Startwerte</translation>
    </message>
    <message>
        <source>Largest relative difference of object and probe from the run with one worker</source>
        <translation>Größter relativer Unterschied von Objekt und Sonde zum Lauf mit einem Arbeiter</translation>
    </message>
    <message>
        <source>Scaling</source>
        <translation>Skalierung</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>&amp;Exportieren …</translation>
    </message>
</context>
<context>
    <name>ewald::ui::ScanCard</name>
    <message>
        <source>; %1 used</source>
        <translation>; %1 benutzt</translation>
    </message>
    <message>
        <source>; window %1</source>
        <translation>; Fenster %1</translation>
    </message>
    <message>
        <source>%1 keV</source>
        <translation>%1 keV</translation>
    </message>
    <message>
        <source>%1 to the detector</source>
        <translation>%1 zum Detektor</translation>
    </message>
    <message>
        <source>%1 pixels</source>
        <translation>Pixel %1</translation>
    </message>
    <message>
        <source>Scan %1</source>
        <translation>Scan %1</translation>
    </message>
    <message>
        <source>, object pixel %1</source>
        <translation>, Objektpixel %1</translation>
    </message>
    <message>
        <source> (near field)</source>
        <translation> (Nahfeld)</translation>
    </message>
    <message>
        <source>Problems: %1</source>
        <translation>Probleme: %1</translation>
    </message>
    <message>
        <source>Warnings: %1</source>
        <translation>Warnungen: %1</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Öffnen …</translation>
    </message>
    <message>
        <source>A scan, a job document or a result (Ctrl+O)</source>
        <translation>Ein Scan, ein Auftrag oder ein Ergebnis (Strg+O)</translation>
    </message>
    <message>
        <source>Stop opening this file</source>
        <translation>Diese Datei nicht weiter öffnen</translation>
    </message>
    <message>
        <source>No scan open</source>
        <translation>Kein Scan geöffnet</translation>
    </message>
    <message>
        <source>Open a scan, or drop one on the window.</source>
        <translation>Einen Scan öffnen oder auf das Fenster ziehen.</translation>
    </message>
    <message>
        <source>Raster of %1</source>
        <translation>Raster aus %1</translation>
    </message>
    <message>
        <source>No frames open</source>
        <translation>Keine Bilder geöffnet</translation>
    </message>
    <message>
        <source>Open frames to integrate, or drop files, a folder or a PONI file on the window.</source>
        <translation>Bilder zum Integrieren öffnen, oder Dateien, einen Ordner oder eine PONI-Datei auf das Fenster ziehen.</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>Remarks: %1</source>
        <translation>Anmerkungen: %1</translation>
    </message>
    <message>
        <source>No problems found</source>
        <translation>Keine Probleme gefunden</translation>
    </message>
    <message>
        <source>What was guessed or looks odd: see Checks on the Data page</source>
        <translation>Was geraten wurde oder seltsam aussieht: siehe Prüfungen auf der Seite Daten</translation>
    </message>
    <message>
        <source>Layout: %1</source>
        <translation>Anordnung: %1</translation>
    </message>
    <message>
        <source>%1 {frame|frames} of %2, %3</source>
        <translation>%1 {Bild|Bilder} mit %2, %3</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 weitere</translation>
    </message>
    <message>
        <source>Not from the file: %1</source>
        <translation>Nicht aus der Datei: %1</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Zurücknehmen</translation>
    </message>
    <message>
        <source>Load…</source>
        <translation>Laden …</translation>
    </message>
    <message>
        <source>Use the file&apos;s geometry</source>
        <translation>Geometrie der Datei verwenden</translation>
    </message>
    <message>
        <source>Opens the file that Start runs, to look at its frames</source>
        <translation>Öffnet die Datei, die „Start“ rechnet, um ihre Bilder anzusehen</translation>
    </message>
    <message>
        <source>Not open yet; Start opens it.</source>
        <translation>Noch nicht geöffnet; „Start“ öffnet sie.</translation>
    </message>
    <message>
        <source>Shown: %1, %2</source>
        <translation>Gezeigt: %1, %2</translation>
    </message>
    <message>
        <source>Shown: the run of %1</source>
        <translation>Gezeigt: der Lauf von %1</translation>
    </message>
    <message>
        <source>Shown: the result of %1</source>
        <translation>Gezeigt: das Ergebnis von %1</translation>
    </message>
    <message>
        <source>Open its frames</source>
        <translation>Bilder öffnen</translation>
    </message>
    <message>
        <source>Open its scan</source>
        <translation>Scan öffnen</translation>
    </message>
    <message>
        <source>Start is held back:</source>
        <translation>Start ist gesperrt:</translation>
    </message>
    <message>
        <source>Follow the file</source>
        <translation>Der Datei folgen</translation>
    </message>
    <message>
        <source>The file is still being written: Start integrates frames as they come, until its writer closes it</source>
        <translation>Die Datei wird noch geschrieben: Start integriert Bilder, wie sie kommen, bis sie geschlossen wird</translation>
    </message>
    <message>
        <source>Not open here; the run reads it.</source>
        <translation>Hier nicht geöffnet; der Lauf liest sie.</translation>
    </message>
    <message>
        <source>modules in several planes</source>
        <translation>Module in mehreren Ebenen</translation>
    </message>
</context>
<context>
    <name>ewald::ui::ScanMaps</name>
    <message>
        <source>Shift</source>
        <translation>Verschiebung</translation>
    </message>
    <message>
        <source>pixels</source>
        <translation>Pixel</translation>
    </message>
    <message>
        <source>Slope</source>
        <translation>Steigung</translation>
    </message>
    <message>
        <source>rad/µm</source>
        <translation>rad/µm</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <source>rad</source>
        <translation>rad</translation>
    </message>
    <message>
        <source>Fraction of the counts</source>
        <translation>Anteil der Ereignisse</translation>
    </message>
    <message>
        <source>Absorption</source>
        <translation>Absorption</translation>
    </message>
    <message>
        <source>Transmission</source>
        <translation>Transmission</translation>
    </message>
    <message>
        <source>reading frames, %p %</source>
        <translation>Bilder werden gelesen, %p %</translation>
    </message>
    <message>
        <source>Show:</source>
        <translation>Zeigen:</translation>
    </message>
    <message>
        <source>The figure is on the clipboard</source>
        <translation>Die Abbildung ist in der Zwischenablage</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>Positionen</translation>
    </message>
    <message>
        <source>Where the frames were taken</source>
        <translation>Wo die Bilder aufgenommen wurden</translation>
    </message>
    <message>
        <source>Transmission (STXM)</source>
        <translation>Transmission (STXM)</translation>
    </message>
    <message>
        <source>Counts of a frame over those without a sample</source>
        <translation>Ereignisse eines Bilds durch die ohne Probe</translation>
    </message>
    <message>
        <source>Absorption (STXM)</source>
        <translation>Absorption (STXM)</translation>
    </message>
    <message>
        <source>−ln of the transmission</source>
        <translation>−ln der Transmission</translation>
    </message>
    <message>
        <source>Dark field</source>
        <translation>Dunkelfeld</translation>
    </message>
    <message>
        <source>Fraction of the counts outside the bright field</source>
        <translation>Anteil der Ereignisse außerhalb des Hellfelds</translation>
    </message>
    <message>
        <source>Centre of mass, x</source>
        <translation>Schwerpunkt, x</translation>
    </message>
    <message>
        <source>How far the pattern is shifted along the columns</source>
        <translation>Wie weit das Beugungsbild entlang der Spalten verschoben ist</translation>
    </message>
    <message>
        <source>Centre of mass, y</source>
        <translation>Schwerpunkt, y</translation>
    </message>
    <message>
        <source>How far the pattern is shifted along the rows</source>
        <translation>Wie weit das Beugungsbild entlang der Zeilen verschoben ist</translation>
    </message>
    <message>
        <source>Phase contrast, x</source>
        <translation>Phasenkontrast, x</translation>
    </message>
    <message>
        <source>Slope of the phase of the object along x, averaged over the probe</source>
        <translation>Steigung der Phase des Objekts entlang x, über die Sonde gemittelt</translation>
    </message>
    <message>
        <source>Phase contrast, y</source>
        <translation>Phasenkontrast, y</translation>
    </message>
    <message>
        <source>Slope of the phase of the object along y, averaged over the probe</source>
        <translation>Steigung der Phase des Objekts entlang y, über die Sonde gemittelt</translation>
    </message>
    <message>
        <source>Phase (integrated)</source>
        <translation>Phase (integriert)</translation>
    </message>
    <message>
        <source>Integral of both slopes, up to a ramp</source>
        <translation>Integral beider Steigungen, bis auf eine Rampe</translation>
    </message>
    <message>
        <source>Positions of the frames, or a map over the scan of what single frames say, without a reconstruction</source>
        <translation>Positionen der Bilder, oder eine Karte über den Scan aus einzelnen Bildern, ohne Rekonstruktion</translation>
    </message>
    <message>
        <source>What the map of the scan shows</source>
        <translation>Was die Karte des Scans zeigt</translation>
    </message>
    <message>
        <source>No scan open</source>
        <translation>Kein Scan geöffnet</translation>
    </message>
    <message>
        <source>Reading the frames…</source>
        <translation>Die Bilder werden gelesen …</translation>
    </message>
</context>
<context>
    <name>ewald::ui::ScanStepper</name>
    <message>
        <source>Pre&amp;vious scan</source>
        <translation>V&amp;origer Scan</translation>
    </message>
    <message>
        <source>Open the previous scan of the folder</source>
        <translation>Vorigen Scan des Ordners öffnen</translation>
    </message>
    <message>
        <source>&amp;Next scan</source>
        <translation>&amp;Nächster Scan</translation>
    </message>
    <message>
        <source>Open the next scan of the folder</source>
        <translation>Nächsten Scan des Ordners öffnen</translation>
    </message>
    <message>
        <source>There is no next scan in this folder</source>
        <translation>In diesem Ordner gibt es keinen nächsten Scan</translation>
    </message>
    <message>
        <source>There is no previous scan in this folder</source>
        <translation>In diesem Ordner gibt es keinen vorigen Scan</translation>
    </message>
    <message>
        <source>%1 cannot be opened: %2</source>
        <translation>%1 lässt sich nicht öffnen: %2</translation>
    </message>
    <message>
        <source>%1 (and %2 more)</source>
        <translation>%1 (und %2 weitere)</translation>
    </message>
</context>
<context>
    <name>ewald::ui::ScreenshotTour</name>
    <message>
        <source>cannot make the folder %1</source>
        <translation>Ordner %1 lässt sich nicht anlegen</translation>
    </message>
    <message>
        <source>step %1 took too long</source>
        <translation>Schritt %1 dauerte zu lange</translation>
    </message>
    <message>
        <source>cannot write %1</source>
        <translation>%1 lässt sich nicht schreiben</translation>
    </message>
</context>
<context>
    <name>ewald::ui::Session</name>
    <message>
        <source>Opening %1</source>
        <translation>%1 wird geöffnet</translation>
    </message>
    <message>
        <source>Simulating the example scan</source>
        <translation>Der Beispielscan wird simuliert</translation>
    </message>
    <message>
        <source>Preparing the frames</source>
        <translation>Die Bilder werden vorbereitet</translation>
    </message>
    <message>
        <source>The next run starts from this result&apos;s probe and object</source>
        <translation>Der nächste Lauf beginnt mit Sonde und Objekt dieses Ergebnisses</translation>
    </message>
    <message>
        <source>Simulating powder rings</source>
        <translation>Pulverringe werden simuliert</translation>
    </message>
    <message>
        <source>%1 was taken meanwhile: the result is written to %2</source>
        <translation>%1 wurde inzwischen vergeben: Das Ergebnis wird nach %2 geschrieben</translation>
    </message>
    <message>
        <source>{1:The iteration is|All %1 iterations are} done</source>
        <translation>{1:Die Iteration ist|Alle %1 Iterationen sind} getan</translation>
    </message>
    <message>
        <source>The window has no pages for jobs of the kind %1</source>
        <translation>Das Fenster hat keine Seiten für Aufträge der Art %1</translation>
    </message>
    <message>
        <source>ewald-cli run runs them.</source>
        <translation>ewald-cli run führt sie aus.</translation>
    </message>
    <message>
        <source>The changes were not applied to %1: another scan was opened meanwhile</source>
        <translation>Die Änderungen wurden nicht auf %1 angewendet: inzwischen wurde ein anderer Scan geöffnet</translation>
    </message>
    <message>
        <source>The changes were not applied: %1 had done all its iterations</source>
        <translation>Die Änderungen wurden nicht angewendet: %1 hatte alle Iterationen gemacht</translation>
    </message>
    <message>
        <source>What it had is saved: open it again to go on with it.</source>
        <translation>Was er hatte, ist gespeichert: wieder öffnen, um damit weiterzumachen.</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>Maske</translation>
    </message>
    <message>
        <source>%1 is the mask of the open frames now</source>
        <translation>%1 ist jetzt die Maske der geöffneten Bilder</translation>
    </message>
    <message>
        <source>Ctrl+Z takes it back.</source>
        <translation>Strg+Z macht das rückgängig.</translation>
    </message>
    <message>
        <source>Press +50, +100 or +N, or set a larger number of iterations and press Continue.</source>
        <translation>+50, +100 oder +N drücken, oder mehr Iterationen einstellen und auf Fortsetzen drücken.</translation>
    </message>
    <message>
        <source>%1 has no scan positions: it is no scan for ptychography</source>
        <translation>%1 hat keine Scan-Positionen und ist damit kein Scan für die Ptychographie</translation>
    </message>
    <message>
        <source>Open a scan, or assign positions to these frames.</source>
        <translation>Einen Scan öffnen oder diesen Bildern Positionen zuordnen.</translation>
    </message>
    <message>
        <source>The frames were moved: %1 in the folder of the result is used</source>
        <translation>Die Bilder wurden verschoben: %1 im Ordner des Ergebnisses wird verwendet</translation>
    </message>
    <message>
        <source>The scan was moved: %1 in the folder of the result is used</source>
        <translation>Der Scan wurde verschoben: %1 im Ordner des Ergebnisses wird verwendet</translation>
    </message>
    <message>
        <source>Before: %1</source>
        <translation>Vorher: %1</translation>
    </message>
    <message>
        <source>There is no geometry yet (%1).</source>
        <translation>Es gibt noch keine Geometrie (%1).</translation>
    </message>
    <message>
        <source>%1 PONI {file is|files are} there: none of them is used</source>
        <translation>%1 PONI-{Datei ist|Dateien sind} vorhanden: keine davon wird verwendet</translation>
    </message>
    <message>
        <source>load the one that belongs to the frames</source>
        <translation>die laden, die zu den Bildern gehört</translation>
    </message>
    <message>
        <source>The result is not there any more</source>
        <translation>Das Ergebnis ist nicht mehr da</translation>
    </message>
    <message>
        <source>Open it where it is now, or press Start to reconstruct the scan again.</source>
        <translation>Öffnen, wo es jetzt liegt, oder mit Start neu rekonstruieren.</translation>
    </message>
</context>
<context>
    <name>ewald::ui::SettingsDialog</name>
    <message>
        <source>Forget &amp;now</source>
        <translation>&amp;Jetzt vergessen</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Erscheinung</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <source>What is kept on this computer</source>
        <translation>Was auf diesem Rechner behalten wird</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Restore &amp;defaults</source>
        <translation>&amp;Vorgaben setzen</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>Sets all of this page as after installation</source>
        <translation>Setzt alles auf dieser Seite wie nach der Installation</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>&amp;Sprache</translation>
    </message>
    <message>
        <source>Of all texts, from the next start on.</source>
        <translation>Aller Texte, vom nächsten Start an.</translation>
    </message>
    <message>
        <source>As the desktop</source>
        <translation>Wie der Desktop</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>&amp;Colours</source>
        <translation>&amp;Farben</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>&amp;Size of texts</source>
        <translation>&amp;Größe der Texte</translation>
    </message>
    <message>
        <source>Against that of the desktop. Open windows follow; what was drawn before does so at the next start.</source>
        <translation>Gegenüber der des Desktops. Offene Fenster folgen; was schon gezeichnet ist, beim nächsten Start.</translation>
    </message>
    <message>
        <source>beside the data</source>
        <translation>neben den Daten</translation>
    </message>
    <message>
        <source>C&amp;hoose…</source>
        <translation>&amp;Wählen …</translation>
    </message>
    <message>
        <source>Choose the folder for results</source>
        <translation>Den Ordner für Ergebnisse wählen</translation>
    </message>
    <message>
        <source>&amp;Folder</source>
        <translation>&amp;Ordner</translation>
    </message>
    <message>
        <source>Where results are proposed to go. Empty: beside the data, or in Documents/ewald where that folder cannot be written to.</source>
        <translation>Wohin Ergebnisse vorgeschlagen werden. Leer: neben die Daten, oder nach Dokumente/ewald, wo jener Ordner nicht beschreibbar ist.</translation>
    </message>
    <message>
        <source>&amp;Recent files</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>How many names of opened files are remembered.</source>
        <translation>Wie viele Namen geöffneter Dateien gemerkt werden.</translation>
    </message>
    <message>
        <source>Empties the list of recent files</source>
        <translation>Leert die Liste der zuletzt geöffneten Dateien</translation>
    </message>
    <message>
        <source>Removes the reports that faults of the program have left</source>
        <translation>Entfernt die Berichte, die Fehler des Programms hinterlassen haben</translation>
    </message>
    <message>
        <source>Reports of faults</source>
        <translation>Fehlerberichte</translation>
    </message>
    <message>
        <source>A fault leaves a report, which the next start offers. Nothing is sent anywhere.</source>
        <translation>Ein Fehler hinterlässt einen Bericht, den der nächste Start anbietet. Nichts wird irgendwohin gesendet.</translation>
    </message>
    <message>
        <source>Folder for results</source>
        <translation>Ordner für Ergebnisse</translation>
    </message>
    <message>
        <source>Re&amp;move (%1)</source>
        <translation>Ent&amp;fernen (%1)</translation>
    </message>
    <message>
        <source>There are none</source>
        <translation>Es gibt keine</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Start runs each job in a &amp;process of its own</source>
        <translation>Start führt jeden Auftrag in einem eigenen &amp;Prozess aus</translation>
    </message>
    <message>
        <source>A fault then ends the job and not the window, and a job can go on when the window is closed. From the next run on.</source>
        <translation>Ein Fehler beendet dann den Auftrag und nicht das Fenster, und ein Auftrag kann weitergehen, wenn das Fenster geschlossen wird. Ab dem nächsten Lauf.</translation>
    </message>
</context>
<context>
    <name>ewald::ui::StartPage</name>
    <message>
        <source>A simulated scan to try everything with (Ctrl+E)</source>
        <translation>Ein simulierter Scan zum Ausprobieren (Strg+E)</translation>
    </message>
    <message>
        <source>Recent files</source>
        <translation>Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Öffnen …</translation>
    </message>
    <message>
        <source>A scan, frames, a geometry, a job document or a result (Ctrl+O)</source>
        <translation>Ein Scan, Bilder, eine Geometrie, ein Auftrag oder ein Ergebnis (Strg+O)</translation>
    </message>
    <message>
        <source>Ptychography example</source>
        <translation>Ptychographie-Beispiel</translation>
    </message>
    <message>
        <source>Powder rings</source>
        <translation>Pulverringe</translation>
    </message>
    <message>
        <source>Simulated frames of a powder to try integration with (Ctrl+Shift+P)</source>
        <translation>Simulierte Bilder eines Pulvers, um die Integration auszuprobieren (Strg+Umschalt+P)</translation>
    </message>
    <message>
        <source>Drop a scan, frames or a result here</source>
        <translation>Einen Scan, Bilder oder ein Ergebnis hier ablegen</translation>
    </message>
    <message>
        <source>a moment ago</source>
        <translation>gerade eben</translation>
    </message>
    <message>
        <source>%1 min ago</source>
        <translation>vor %1 min</translation>
    </message>
    <message>
        <source>%1 h ago</source>
        <translation>vor %1 h</translation>
    </message>
    <message>
        <source>%1 days ago</source>
        <translation>vor %1 Tagen</translation>
    </message>
    <message>
        <source>Interrupted at iteration %1 of %2, %3</source>
        <translation>Unterbrochen bei Iteration %1 von %2, %3</translation>
    </message>
    <message>
        <source>Interrupted before the first checkpoint, %1</source>
        <translation>Unterbrochen vor dem ersten Zwischenstand, %1</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Start again</source>
        <translation>Neu starten</translation>
    </message>
    <message>
        <source>Opens the file and goes on, with the parameters of the run</source>
        <translation>Öffnet die Datei und fährt fort, mit den Parametern des Laufs</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Opens the file with the parameters of the run and waits</source>
        <translation>Öffnet die Datei mit den Parametern des Laufs und wartet</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>Vergessen</translation>
    </message>
    <message>
        <source>Does not offer this run again and removes its checkpoint</source>
        <translation>Bietet diesen Lauf nicht mehr an und entfernt seinen Zwischenstand</translation>
    </message>
    <message>
        <source>Still running, started %1</source>
        <translation>Läuft noch, gestartet %1</translation>
    </message>
    <message>
        <source>Finished without the window, %1</source>
        <translation>Ohne das Fenster beendet, %1</translation>
    </message>
    <message>
        <source>Opens the file and shows the run</source>
        <translation>Öffnet die Datei und zeigt den Lauf</translation>
    </message>
    <message>
        <source>Opens the result</source>
        <translation>Öffnet das Ergebnis</translation>
    </message>
    <message>
        <source>Does not offer this run again</source>
        <translation>Bietet diesen Lauf nicht wieder an</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Ausblenden</translation>
    </message>
    <message>
        <source>Ptychography: CXI, NeXus, ptychodus, PtyPy, HXN or any other HDF5 file
Integration: Eiger, LImA, Lambda or any other HDF5 stack, images (TIFF, EDF, CBF, mar345 …), several files or a folder, a PONI file
Job documents and results of earlier runs</source>
        <translation>Ptychographie: CXI, NeXus, ptychodus, PtyPy, HXN oder jede andere HDF5-Datei
Integration: Eiger, LImA, Lambda oder jeder andere HDF5-Stapel, Einzelbilder (TIFF, EDF, CBF, mar345 …), mehrere Dateien oder ein Ordner, eine PONI-Datei
Auftragsdateien und Ergebnisse früherer Läufe</translation>
    </message>
</context>
<context>
    <name>ewald::ui::StatusPanel</name>
    <message>
        <source>Iterations (or frames) per second</source>
        <translation>Iterationen (oder Bilder) je Sekunde</translation>
    </message>
    <message>
        <source>Estimated time left</source>
        <translation>Geschätzte Restzeit</translation>
    </message>
    <message>
        <source>Memory that the program uses</source>
        <translation>Speicher, den das Programm belegt</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>Hält an</translation>
    </message>
    <message>
        <source>%1 frames/s</source>
        <translation>%1 Bilder/s</translation>
    </message>
    <message>
        <source>%1 it/s</source>
        <translation>%1 It/s</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>%1 memory</source>
        <translation>%1 Speicher</translation>
    </message>
    <message>
        <source>Nothing open</source>
        <translation>Nichts geöffnet</translation>
    </message>
    <message>
        <source>Iterations (or frames, while reading) done and in total</source>
        <translation>Iterationen (oder Bilder, beim Lesen): getan und insgesamt</translation>
    </message>
    <message>
        <source>%1 total</source>
        <translation>%1 insgesamt</translation>
    </message>
    <message>
        <source>Finding the probe, best %1</source>
        <translation>Sonde wird gesucht, bisher am besten %1</translation>
    </message>
    <message>
        <source>Done, %1 of %2 frames failed</source>
        <translation>Fertig, %1 von %2 Bildern misslungen</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 of %2 {distance|distances}</source>
        <translation>%1 von %2 {Abstand|Abständen}</translation>
    </message>
    <message>
        <source>%1 of %2 {frame|frames}</source>
        <translation>%1 von %2 {Bild|Bildern}</translation>
    </message>
    <message>
        <source>%1 of %2 {iteration|iterations}</source>
        <translation>%1 von %2 {Iteration|Iterationen}</translation>
    </message>
    <message>
        <source>Result: %1</source>
        <translation>Ergebnis: %1</translation>
    </message>
    <message>
        <source>What the queue does; a click shows it</source>
        <translation>Was die Warteschlange tut; ein Klick zeigt sie</translation>
    </message>
    <message>
        <source>First half of the frames: %1</source>
        <translation>Erste Hälfte der Bilder: %1</translation>
    </message>
    <message>
        <source>Second half of the frames: %1</source>
        <translation>Zweite Hälfte der Bilder: %1</translation>
    </message>
    <message>
        <source>A problem holds Start back</source>
        <translation>Ein Problem sperrt den Start</translation>
    </message>
    <message>
        <source>at most %1 left</source>
        <translation>höchstens noch %1</translation>
    </message>
    <message>
        <source>Waiting for frames</source>
        <translation>Wartet auf Bilder</translation>
    </message>
    <message>
        <source>%1 {frame|frames}, %2 behind</source>
        <translation>%1 {Bild|Bilder}, %2 im Rückstand</translation>
    </message>
    <message>
        <source>%1 {iteration|iterations}, which were enough</source>
        <translation>%1 {Iteration, die genügte|Iterationen, die genügten}</translation>
    </message>
</context>
<context>
    <name>ewald::ui::SurfacePage</name>
    <message>
        <source>Phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <source>rad</source>
        <translation>rad</translation>
    </message>
    <message>
        <source>Drag to turn, wheel to zoom, Shift+drag to move, Home to see all</source>
        <translation>Ziehen dreht, das Rad vergrößert, Umschalt+Ziehen verschiebt, Pos1 zeigt alles</translation>
    </message>
</context>
<context>
    <name>ewald::ui::SweepEditor</name>
    <message>
        <source>Engine</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>Iterations</source>
        <translation>Iterationen</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startzahl</translation>
    </message>
    <message>
        <source>Vary a parameter</source>
        <translation>Einen Parameter variieren</translation>
    </message>
    <message>
        <source>Vary another parameter</source>
        <translation>Noch einen Parameter variieren</translation>
    </message>
    <message>
        <source>Each value makes a job of its own; with several parameters, each combination of their values</source>
        <translation>Jeder Wert ergibt einen eigenen Auftrag; bei mehreren Parametern jede Kombination ihrer Werte</translation>
    </message>
    <message>
        <source>The parameter that is varied; type a part of its name</source>
        <translation>Der Parameter, der variiert wird; ein Teil des Namens genügt</translation>
    </message>
    <message>
        <source>Parameter</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>1, 2, 4   or   1:9:2   or   1:16:log5</source>
        <translation>1, 2, 4   oder   1:9:2   oder   1:16:log5</translation>
    </message>
    <message>
        <source>A list; or first:last:step; or first:last:log and how many, with even ratios</source>
        <translation>Eine Liste; oder erster:letzter:Schritt; oder erster:letzter:log und wie viele, in gleichen Verhältnissen</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Does not vary this parameter</source>
        <translation>Variiert diesen Parameter nicht</translation>
    </message>
    <message>
        <source>Choose one of the parameters.</source>
        <translation>Einen der Parameter auswählen.</translation>
    </message>
    <message>
        <source>Now: %1</source>
        <translation>Jetzt: %1</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1; %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Chooses values from a list</source>
        <translation>Wählt Werte aus einer Liste</translation>
    </message>
</context>
<context>
    <name>ewald::ui::SweepWindow</name>
    <message>
        <source>Use these parameters</source>
        <translation>Diese Parameter nehmen</translation>
    </message>
    <message>
        <source>Show the result</source>
        <translation>Ergebnis zeigen</translation>
    </message>
    <message>
        <source>Compare two</source>
        <translation>Zwei vergleichen</translation>
    </message>
    <message>
        <source>Which setting is better?</source>
        <translation>Welche Einstellung ist besser?</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>The sweeps of the queue, newest first</source>
        <translation>Die Reihen der Warteschlange, neueste zuerst</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>Reihe</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Fourier error</source>
        <translation>Fourier-Fehler</translation>
    </message>
    <message>
        <source>Resolution</source>
        <translation>Auflösung</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Results of the sweep</source>
        <translation>Ergebnisse der Reihe</translation>
    </message>
    <message>
        <source>Puts the parameters of the selected job into the form</source>
        <translation>Übernimmt die Parameter des ausgewählten Auftrags ins Formular</translation>
    </message>
    <message>
        <source>Shows the result of the selected job in the window</source>
        <translation>Zeigt das Ergebnis des ausgewählten Auftrags im Fenster</translation>
    </message>
    <message>
        <source>Shows the results of two selected jobs beside each other</source>
        <translation>Zeigt die Ergebnisse zweier ausgewählter Aufträge nebeneinander</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Queue the jobs</source>
        <translation>Einreihen</translation>
    </message>
    <message>
        <source>Open a scan first: its job is varied.</source>
        <translation>Zuerst einen Scan öffnen: Sein Auftrag wird variiert.</translation>
    </message>
    <message>
        <source>The frames come from several files; only the job of one file can be varied.</source>
        <translation>Die Bilder kommen aus mehreren Dateien; nur der Auftrag einer Datei lässt sich variieren.</translation>
    </message>
    <message>
        <source>Queue %1 {job|jobs}</source>
        <translation>%1 {Auftrag|Aufträge} einreihen</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%2: %1 {job|jobs}</source>
        <translation>%2: %1 {Auftrag|Aufträge}</translation>
    </message>
    <message>
        <source>The queue is held</source>
        <translation>Die Warteschlange ist angehalten</translation>
    </message>
    <message>
        <source>Which setting is better for %1?</source>
        <translation>Welche Einstellung ist besser für %1?</translation>
    </message>
</context>
<context>
    <name>ewald::ui::TextEditor</name>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>Eine Datei wählen</translation>
    </message>
</context>
<context>
    <name>ewald::ui::Theme</name>
    <message>
        <source>More buttons</source>
        <translation>Weitere Knöpfe</translation>
    </message>
</context>
<context>
    <name>ewald::ui::WholeBox</name>
    <message>
        <source>%1. %2 stays</source>
        <translation>%1. Es bleibt bei %2</translation>
    </message>
    <message>
        <source>Not a whole number</source>
        <translation>Keine ganze Zahl</translation>
    </message>
    <message>
        <source>Allowed: %1 to %2</source>
        <translation>Erlaubt: %1 bis %2</translation>
    </message>
</context>
<context>
    <name>ewald::view::ColourBar</name>
    <message>
        <source>Colour scale. Double click to set its range.</source>
        <translation>Farbskala. Doppelklick stellt den Bereich ein.</translation>
    </message>
</context>
<context>
    <name>ewald::view::HistogramBar</name>
    <message>
        <source>How often each value occurs (logarithmic). Drag a limit to set the colour range, between the limits to move it; double click for the automatic range.</source>
        <translation>Wie oft jeder Wert vorkommt (logarithmisch). Eine Grenze ziehen stellt den Farbbereich ein, zwischen den Grenzen ziehen verschiebt ihn; Doppelklick für den automatischen Bereich.</translation>
    </message>
    <message>
        <source>Histogram</source>
        <translation>Histogramm</translation>
    </message>
</context>
<context>
    <name>ewald::view::ImageView</name>
    <message>
        <source>masked</source>
        <translation>maskiert</translation>
    </message>
    <message>
        <source>Position and value under the cursor</source>
        <translation>Ort und Wert unter dem Zeiger</translation>
    </message>
    <message>
        <source>Phase (rad)</source>
        <translation>Phase (rad)</translation>
    </message>
    <message>
        <source>Amplitude</source>
        <translation>Amplitude</translation>
    </message>
    <message>
        <source>%1 px</source>
        <translation>%1 px</translation>
    </message>
    <message>
        <source>row %1  col %2   </source>
        <translation>Zeile %1  Spalte %2   </translation>
    </message>
    <message>
        <source>amplitude %1%2  phase %3 rad</source>
        <translation>Amplitude %1%2  Phase %3 rad</translation>
    </message>
    <message>
        <source>Gray</source>
        <translation>Grau</translation>
    </message>
    <message>
        <source>Gray, inverted</source>
        <translation>Grau, umgekehrt</translation>
    </message>
    <message>
        <source>Viridis</source>
        <translation>Viridis</translation>
    </message>
    <message>
        <source>Magma</source>
        <translation>Magma</translation>
    </message>
    <message>
        <source>Inferno</source>
        <translation>Inferno</translation>
    </message>
    <message>
        <source>Turbo</source>
        <translation>Turbo</translation>
    </message>
    <message>
        <source>Phase (cyclic, even lightness)</source>
        <translation>Phase (zyklisch, gleichmäßig hell)</translation>
    </message>
    <message>
        <source>Colour wheel (cyclic)</source>
        <translation>Farbkreis (zyklisch)</translation>
    </message>
    <message>
        <source>&amp;Fit</source>
        <translation>&amp;Einpassen</translation>
    </message>
    <message>
        <source>Fit the image into the view</source>
        <translation>Das Bild in die Ansicht einpassen</translation>
    </message>
    <message>
        <source>&amp;Actual size</source>
        <translation>&amp;Originalgröße</translation>
    </message>
    <message>
        <source>One image pixel a screen pixel</source>
        <translation>Ein Bildpixel je Bildschirmpixel</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>Ver&amp;größern</translation>
    </message>
    <message>
        <source>Enlarge</source>
        <translation>Vergrößern</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>Ver&amp;kleinern</translation>
    </message>
    <message>
        <source>Reduce</source>
        <translation>Verkleinern</translation>
    </message>
    <message>
        <source>&amp;Logarithmic</source>
        <translation>&amp;Logarithmisch</translation>
    </message>
    <message>
        <source>Logarithmic colours</source>
        <translation>Logarithmische Farben</translation>
    </message>
    <message>
        <source>&amp;Range…</source>
        <translation>&amp;Bereich …</translation>
    </message>
    <message>
        <source>Next colour map</source>
        <translation>Nächste Farbtabelle</translation>
    </message>
    <message>
        <source>&amp;Measure</source>
        <translation>&amp;Messen</translation>
    </message>
    <message>
        <source>Drag to measure a distance and a line profile</source>
        <translation>Ziehen misst Abstand und Linienprofil</translation>
    </message>
    <message>
        <source>Scan &amp;positions</source>
        <translation>Scan&amp;positionen</translation>
    </message>
    <message>
        <source>Show the scan positions</source>
        <translation>Die Scanpositionen zeigen</translation>
    </message>
    <message>
        <source>&amp;Scale bar</source>
        <translation>Ma&amp;ßstab</translation>
    </message>
    <message>
        <source>Show the scale bar</source>
        <translation>Den Maßstab zeigen</translation>
    </message>
    <message>
        <source>&amp;Copy figure</source>
        <translation>Abbildung kop&amp;ieren</translation>
    </message>
    <message>
        <source>Copy the figure with scale bar and colour bar</source>
        <translation>Die Abbildung mit Maßstab und Farbskala kopieren</translation>
    </message>
    <message>
        <source>Save figure as PN&amp;G…</source>
        <translation>Abbildung als P&amp;NG speichern …</translation>
    </message>
    <message>
        <source>Save the figure with scale bar and colour bar</source>
        <translation>Die Abbildung mit Maßstab und Farbskala speichern</translation>
    </message>
    <message>
        <source>What of the complex image is shown</source>
        <translation>Was vom komplexen Bild gezeigt wird</translation>
    </message>
    <message>
        <source>Colour map (C: next)</source>
        <translation>Farbtabelle (C: nächste)</translation>
    </message>
    <message>
        <source>&amp;Colour map</source>
        <translation>&amp;Farbtabelle</translation>
    </message>
    <message>
        <source>Sho&amp;w</source>
        <translation>&amp;Zeigen</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <source>Phase and amplitude as colour</source>
        <translation>Phase und Amplitude als Farbe</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>Save the figure</source>
        <translation>Die Abbildung speichern</translation>
    </message>
    <message>
        <source>PNG images (*.png)</source>
        <translation>PNG-Bilder (*.png)</translation>
    </message>
    <message>
        <source>Set the colour range, by percentile or by numbers</source>
        <translation>Den Farbbereich einstellen, nach Perzentilen oder Zahlen</translation>
    </message>
    <message>
        <source>Unwrapping the phase…</source>
        <translation>Die Phase wird abgewickelt …</translation>
    </message>
    <message>
        <source>Unwrapped phase (rad)</source>
        <translation>Abgewickelte Phase (rad)</translation>
    </message>
    <message>
        <source>outside</source>
        <translation>außerhalb</translation>
    </message>
    <message>
        <source>  unwrapped %1 rad</source>
        <translation>  abgewickelt %1 rad</translation>
    </message>
    <message>
        <source>&amp;Histogram</source>
        <translation>&amp;Histogramm</translation>
    </message>
    <message>
        <source>Histogram, in which the limits of the range are dragged</source>
        <translation>Histogramm, in dem die Grenzen des Bereichs gezogen werden</translation>
    </message>
    <message>
        <source>Loc&amp;k the range</source>
        <translation>Bereich &amp;festhalten</translation>
    </message>
    <message>
        <source>Keep the range for other images, and share it with all locked views of the same quantity</source>
        <translation>Behält den Bereich für andere Bilder und teilt ihn mit allen festgehaltenen Ansichten derselben Größe</translation>
    </message>
    <message>
        <source>Unwrapped phase</source>
        <translation>Abgewickelte Phase</translation>
    </message>
    <message>
        <source>Range %1 … %2</source>
        <translation>Bereich %1 … %2</translation>
    </message>
    <message>
        <source>Rectan&amp;gle region</source>
        <translation>&amp;Rechteckiger Bereich</translation>
    </message>
    <message>
        <source>Drag a rectangle whose mean, deviation and area are shown</source>
        <translation>Ein Rechteck ziehen, dessen Mittelwert, Abweichung und Fläche gezeigt werden</translation>
    </message>
    <message>
        <source>&amp;Ellipse region</source>
        <translation>&amp;Elliptischer Bereich</translation>
    </message>
    <message>
        <source>Drag an ellipse whose mean, deviation and area are shown</source>
        <translation>Eine Ellipse ziehen, deren Mittelwert, Abweichung und Fläche gezeigt werden</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>Take back the last change of a region</source>
        <translation>Letzte Änderung eines Bereichs zurücknehmen</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>Make it again</source>
        <translation>Sie wieder vornehmen</translation>
    </message>
    <message>
        <source>&amp;Remove region or line</source>
        <translation>Bereich oder Linie &amp;entfernen</translation>
    </message>
    <message>
        <source>Remove the selected region, else the measured line</source>
        <translation>Entfernt den gewählten Bereich, sonst die gemessene Linie</translation>
    </message>
    <message>
        <source>Blue, white, red</source>
        <translation>Blau, Weiß, Rot</translation>
    </message>
    <message>
        <source>red %1  green %2  blue %3</source>
        <translation>rot %1  grün %2  blau %3</translation>
    </message>
</context>
<context>
    <name>ewald::view::LengthHistogram</name>
    <message>
        <source>How far the positions have moved</source>
        <translation>Wie weit sich die Positionen bewegt haben</translation>
    </message>
    <message>
        <source>%1 to %2 px (%3 to %4): frames: %5</source>
        <translation>%1 bis %2 px (%3 bis %4): Bilder: %5</translation>
    </message>
    <message>
        <source>Moved by (px)</source>
        <translation>Bewegt um (px)</translation>
    </message>
    <message>
        <source>Frames</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Solid line: median; dashed line: 95 % of the frames moved less</source>
        <translation>Durchgezogene Linie: Median; gestrichelte Linie: 95 % der Bilder haben sich weniger bewegt</translation>
    </message>
</context>
<context>
    <name>ewald::view::LineProfileView</name>
    <message>
        <source>Drag a line over an image with the measuring tool (M)</source>
        <translation>Mit dem Messwerkzeug (M) eine Linie über ein Bild ziehen</translation>
    </message>
    <message>
        <source>Distance (%1)</source>
        <translation>Abstand (%1)</translation>
    </message>
    <message>
        <source>Length %1 (%2 px)</source>
        <translation>Länge %1 (%2 px)</translation>
    </message>
    <message>
        <source>Length %1 px</source>
        <translation>Länge %1 px</translation>
    </message>
    <message>
        <source> · from %1 to %2, difference %3</source>
        <translation> · von %1 bis %2, Differenz %3</translation>
    </message>
    <message>
        <source>Drag the cursors A and B, or move the last one with the arrow keys</source>
        <translation>Die Marken A und B ziehen, oder die letzte mit den Pfeiltasten bewegen</translation>
    </message>
    <message>
        <source>Line profile</source>
        <translation>Linienprofil</translation>
    </message>
    <message>
        <source>&amp;Width</source>
        <translation>&amp;Breite</translation>
    </message>
    <message>
        <source> px</source>
        <translation> px</translation>
    </message>
    <message>
        <source>Each value is the mean over so many pixels across the line</source>
        <translation>Jeder Wert ist das Mittel über so viele Pixel quer zur Linie</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the profile as text</source>
        <translation>Das Profil als Text kopieren</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern …</translation>
    </message>
    <message>
        <source>Save the profile as text</source>
        <translation>Das Profil als Text speichern</translation>
    </message>
    <message>
        <source>The profile is on the clipboard</source>
        <translation>Das Profil ist in der Zwischenablage</translation>
    </message>
    <message>
        <source>The profile is saved</source>
        <translation>Das Profil ist gespeichert</translation>
    </message>
    <message>
        <source>The profile could not be saved</source>
        <translation>Das Profil konnte nicht gespeichert werden</translation>
    </message>
    <message>
        <source>%1 px</source>
        <translation>%1 px</translation>
    </message>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source> · A–B %1</source>
        <translation> · A–B %1</translation>
    </message>
    <message>
        <source> · FWHM %1</source>
        <translation> · Halbwertsbreite %1</translation>
    </message>
    <message>
        <source> · edge 10–90 % %1</source>
        <translation> · Kante 10–90 % %1</translation>
    </message>
    <message>
        <source>Text (*.csv)</source>
        <translation>Text (*.csv)</translation>
    </message>
</context>
<context>
    <name>ewald::view::LossChart</name>
    <message>
        <source>Fourier error</source>
        <translation>Fourier-Fehler</translation>
    </message>
    <message>
        <source>Σ(|ψ|−√I)²/ΣI over valid pixels: the same for every engine</source>
        <translation>Σ(|ψ|−√I)²/ΣI über gültige Pixel: für jedes Verfahren gleich</translation>
    </message>
    <message>
        <source>What the engine itself reduces; engines cannot be compared by it</source>
        <translation>Was das Verfahren selbst verkleinert; Verfahren lassen sich damit nicht vergleichen</translation>
    </message>
    <message>
        <source>log</source>
        <translation>log</translation>
    </message>
    <message>
        <source>Logarithmic axis (L)</source>
        <translation>Logarithmische Achse (L)</translation>
    </message>
    <message>
        <source>Logarithmic axis</source>
        <translation>Logarithmische Achse</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>Alles zeigen</translation>
    </message>
    <message>
        <source>Show everything (Home)</source>
        <translation>Alles zeigen (Pos1)</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern …</translation>
    </message>
    <message>
        <source>Save the chart as picture or the numbers as text</source>
        <translation>Die Kurven als Bild oder die Zahlen als Text speichern</translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation>Bild (*.png)</translation>
    </message>
    <message>
        <source>Numbers (*.csv)</source>
        <translation>Zahlen (*.csv)</translation>
    </message>
    <message>
        <source>Save the loss curves</source>
        <translation>Die Fehlerkurven speichern</translation>
    </message>
    <message>
        <source>Time (s)</source>
        <translation>Zeit (s)</translation>
    </message>
    <message>
        <source>Iteration</source>
        <translation>Iteration</translation>
    </message>
    <message>
        <source>iteration %1, %2 s</source>
        <translation>Iteration %1, %2 s</translation>
    </message>
    <message>
        <source>Engine loss</source>
        <translation>Verlust des Verfahrens</translation>
    </message>
    <message>
        <source>LLK (1 = noise limit)</source>
        <translation>LLK (1 = Rauschgrenze)</translation>
    </message>
    <message>
        <source>Half the Poisson deviance per valid pixel over that of a perfect model: 1 is the noise limit</source>
        <translation>Die halbe Poisson-Abweichung je gültigem Pixel, geteilt durch die eines vollkommenen Modells: 1 ist die Rauschgrenze</translation>
    </message>
    <message>
        <source>LLK</source>
        <translation>LLK</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Against seconds instead of iterations</source>
        <translation>Über Sekunden statt Iterationen</translation>
    </message>
    <message>
        <source>Iteration %1: %2</source>
        <translation>Iteration %1: %2</translation>
    </message>
    <message>
        <source>changed after iteration %1</source>
        <translation>geändert nach Iteration %1</translation>
    </message>
    <message>
        <source>changed before the first iteration</source>
        <translation>vor der ersten Iteration geändert</translation>
    </message>
    <message>
        <source>%1 × noise limit</source>
        <translation>%1 × Rauschgrenze</translation>
    </message>
    <message>
        <source>noise limit %1</source>
        <translation>Rauschgrenze %1</translation>
    </message>
    <message>
        <source>decided after iteration %1</source>
        <translation>entschieden nach Iteration %1</translation>
    </message>
    <message>
        <source>decided before the first iteration</source>
        <translation>entschieden vor der ersten Iteration</translation>
    </message>
    <message>
        <source>Changes and decisions</source>
        <translation>Änderungen und Entscheidungen</translation>
    </message>
    <message>
        <source>What changed in the middle of the run, and what it decided by itself; the flags in the chart</source>
        <translation>Was sich mitten im Lauf geändert hat und was er selbst entschieden hat; die Fahnen im Diagramm</translation>
    </message>
    <message>
        <source>saved state %1</source>
        <translation>gespeicherter Stand %1</translation>
    </message>
    <message>
        <source>The error of each iteration appears here.</source>
        <translation>Hier erscheint der Fehler jeder Iteration.</translation>
    </message>
</context>
<context>
    <name>ewald::view::PatternChart</name>
    <message>
        <source>log</source>
        <translation>log</translation>
    </message>
    <message>
        <source>Logarithmic axis</source>
        <translation>Logarithmische Achse</translation>
    </message>
    <message>
        <source>±σ</source>
        <translation>±σ</translation>
    </message>
    <message>
        <source>Show the error band</source>
        <translation>Fehlerband zeigen</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>Alles zeigen</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern …</translation>
    </message>
    <message>
        <source>Save the chart as a picture</source>
        <translation>Das Diagramm als Bild speichern</translation>
    </message>
    <message>
        <source>Save the chart</source>
        <translation>Diagramm speichern</translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation>Bild (*.png)</translation>
    </message>
    <message>
        <source>Show the error band (E)</source>
        <translation>Das Fehlerband zeigen (E)</translation>
    </message>
    <message>
        <source>Show the error bars (E)</source>
        <translation>Die Fehlerbalken zeigen (E)</translation>
    </message>
    <message>
        <source>Drag over the pattern to choose the range of the map, or a region of peaks where these are shown; Shift and drag does the same at any time</source>
        <translation>Über das Diagramm ziehen, um den Bereich der Karte zu wählen, oder einen Bereich von Reflexen, wo diese gezeigt werden; Umschalt und Ziehen tut dasselbe jederzeit</translation>
    </message>
    <message>
        <source>Ctrl and drag: moves the lines of the substance</source>
        <translation>Strg und Ziehen: verschiebt die Linien der Substanz</translation>
    </message>
</context>
<context>
    <name>ewald::view::PatternView</name>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>Modelled</source>
        <translation>Berechnet</translation>
    </message>
    <message>
        <source>Intensity</source>
        <translation>Intensität</translation>
    </message>
    <message>
        <source>counts</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>No pattern yet</source>
        <translation>Noch kein Beugungsbild</translation>
    </message>
    <message>
        <source>No model yet</source>
        <translation>Noch kein Modell</translation>
    </message>
    <message>
        <source>Intensity (%1)</source>
        <translation>Intensität (%1)</translation>
    </message>
    <message>
        <source>Frame that is shown, from 0</source>
        <translation>Gezeigtes Bild, ab 0</translation>
    </message>
    <message>
        <source>Frame that is shown</source>
        <translation>Gezeigtes Bild</translation>
    </message>
    <message>
        <source>F&amp;rame</source>
        <translation>Bi&amp;ld</translation>
    </message>
    <message>
        <source>%1 in the file</source>
        <translation>%1 in der Datei</translation>
    </message>
</context>
<context>
    <name>ewald::view::RangeDialog</name>
    <message>
        <source>By &amp;percentile</source>
        <translation>Nach &amp;Perzentil</translation>
    </message>
    <message>
        <source>The colours span this share of the pixels; outliers do not matter</source>
        <translation>Die Farben umfassen diesen Anteil der Pixel; Ausreißer stören nicht</translation>
    </message>
    <message>
        <source>The colours span these values and stay so when the image changes</source>
        <translation>Die Farben umfassen diese Werte und bleiben so, wenn sich das Bild ändert</translation>
    </message>
    <message>
        <source>This share of the pixels is below the first colour</source>
        <translation>Dieser Anteil der Pixel liegt unter der ersten Farbe</translation>
    </message>
    <message>
        <source>This share of the pixels is below the last colour</source>
        <translation>Dieser Anteil der Pixel liegt unter der letzten Farbe</translation>
    </message>
    <message>
        <source>Value of the first colour</source>
        <translation>Wert der ersten Farbe</translation>
    </message>
    <message>
        <source>Value of the last colour</source>
        <translation>Wert der letzten Farbe</translation>
    </message>
    <message>
        <source>&amp;Logarithmic</source>
        <translation>&amp;Logarithmisch</translation>
    </message>
    <message>
        <source>Spread the colours over powers of ten</source>
        <translation>Die Farben über Zehnerpotenzen verteilen</translation>
    </message>
    <message>
        <source>Lowest</source>
        <translation>Kleinster</translation>
    </message>
    <message>
        <source>Highest</source>
        <translation>Größter</translation>
    </message>
    <message>
        <source>&amp;Reset</source>
        <translation>&amp;Zurücksetzen</translation>
    </message>
    <message>
        <source>Back to the percentiles 0.5 and 99.5</source>
        <translation>Zurück zu den Perzentilen 0,5 und 99,5</translation>
    </message>
    <message>
        <source>Colour range</source>
        <translation>Farbbereich</translation>
    </message>
    <message>
        <source>&amp;Manual</source>
        <translation>&amp;Von Hand</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>ewald::view::RegionTable</name>
    <message>
        <source>Regions</source>
        <translation>Bereiche</translation>
    </message>
    <message>
        <source>Draw a region on the object: A rectangle, O ellipse</source>
        <translation>Einen Bereich auf das Objekt zeichnen: A Rechteck, O Ellipse</translation>
    </message>
    <message>
        <source>Flat</source>
        <translation>Eben</translation>
    </message>
    <message>
        <source>This region is flat: the phase ramp is fitted in it, and its mean phase becomes 0</source>
        <translation>Dieser Bereich ist eben: Die Phasenrampe wird in ihm angepasst, und seine mittlere Phase wird 0</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove the selected region (Delete on the image; Ctrl+Z takes it back)</source>
        <translation>Entfernt den gewählten Bereich (Entf auf dem Bild; Strg+Z nimmt es zurück)</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the table as text</source>
        <translation>Die Tabelle als Text kopieren</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern …</translation>
    </message>
    <message>
        <source>Save the table as text</source>
        <translation>Die Tabelle als Text speichern</translation>
    </message>
    <message>
        <source>The table is on the clipboard</source>
        <translation>Die Tabelle ist in der Zwischenablage</translation>
    </message>
    <message>
        <source>The table is saved</source>
        <translation>Die Tabelle ist gespeichert</translation>
    </message>
    <message>
        <source>The table could not be saved</source>
        <translation>Die Tabelle konnte nicht gespeichert werden</translation>
    </message>
    <message>
        <source>Save the regions as text</source>
        <translation>Die Bereiche als Text speichern</translation>
    </message>
    <message>
        <source>Region</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Std. dev.</source>
        <translation>Std.-Abw.</translation>
    </message>
    <message>
        <source>Min.</source>
        <translation>Min.</translation>
    </message>
    <message>
        <source>Max.</source>
        <translation>Max.</translation>
    </message>
    <message>
        <source>Area (µm²)</source>
        <translation>Fläche (µm²)</translation>
    </message>
    <message>
        <source>Pixels</source>
        <translation>Pixel</translation>
    </message>
    <message>
        <source>What the values are of</source>
        <translation>Wovon die Werte sind</translation>
    </message>
    <message>
        <source>%1: the phase ramp is fitted here</source>
        <translation>%1: Hier wird die Phasenrampe angepasst</translation>
    </message>
    <message>
        <source>%1 (double click or F2: another name)</source>
        <translation>%1 (Doppelklick oder F2: anderer Name)</translation>
    </message>
    <message>
        <source>px</source>
        <translation>px</translation>
    </message>
    <message>
        <source>Text (*.txt)</source>
        <translation>Text (*.txt)</translation>
    </message>
</context>
<context>
    <name>ewald::view::ScanView</name>
    <message>
        <source>What the colours of the points mean</source>
        <translation>Was die Farben der Punkte bedeuten</translation>
    </message>
    <message>
        <source>Colour: order</source>
        <translation>Farbe: Reihenfolge</translation>
    </message>
    <message>
        <source>Colour: counts</source>
        <translation>Farbe: Ereignisse</translation>
    </message>
    <message>
        <source>What the colours of the points mean: order in the scan, or total counts of the frame</source>
        <translation>Was die Farben der Punkte bedeuten: Reihenfolge im Scan oder alle Ereignisse des Bilds</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>Weg</translation>
    </message>
    <message>
        <source>Connect the positions in the order of the scan (P)</source>
        <translation>Die Positionen in der Reihenfolge des Scans verbinden (P)</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Einpassen</translation>
    </message>
    <message>
        <source>Show the whole scan (F)</source>
        <translation>Den ganzen Scan zeigen (F)</translation>
    </message>
    <message>
        <source>Counts of the frame</source>
        <translation>Ereignisse des Bilds</translation>
    </message>
    <message>
        <source>Frame number</source>
        <translation>Bildnummer</translation>
    </message>
    <message>
        <source>No scan positions yet</source>
        <translation>Noch keine Scanpositionen</translation>
    </message>
    <message>
        <source>frame %1   </source>
        <translation>Bild %1   </translation>
    </message>
    <message>
        <source>   %1 counts</source>
        <translation>   %1 Ereignisse</translation>
    </message>
    <message>
        <source>Scan positions. Solid circle: the frame that is shown; dashed circle: its window</source>
        <translation>Positionen des Scans. Durchgezogener Kreis: das gezeigte Bild; gestrichelter Kreis: sein Fenster</translation>
    </message>
    <message>
        <source>left out: %1</source>
        <translation>ausgelassen: %1</translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation>Auslassen</translation>
    </message>
    <message>
        <source>Leave frames out of the next run, and put them back: click a dot, or draw around dots; with Shift a lasso puts red dots back (O)</source>
        <translation>Bilder im nächsten Lauf auslassen und wieder aufnehmen: einen Punkt anklicken oder Punkte umfahren; mit Umschalt nimmt das Lasso rote Punkte wieder auf (O)</translation>
    </message>
    <message>
        <source>Leave the shown frame out</source>
        <translation>Das gezeigte Bild auslassen</translation>
    </message>
    <message>
        <source>Put all back</source>
        <translation>Alle wieder aufnehmen</translation>
    </message>
    <message>
        <source>Put back all frames that were left out by hand</source>
        <translation>Alle von Hand ausgelassenen Bilder wieder aufnehmen</translation>
    </message>
    <message>
        <source>Frame %1, left out: %2</source>
        <translation>Bild %1, ausgelassen: %2</translation>
    </message>
    <message>
        <source>Frame %1</source>
        <translation>Bild %1</translation>
    </message>
    <message>
        <source>Moves</source>
        <translation>Bewegungen</translation>
    </message>
    <message>
        <source>Show with arrows how far, and where to, refinement has moved the positions; they are drawn longer by the factor in the legend (M)</source>
        <translation>Mit Pfeilen zeigen, wie weit und wohin die Verfeinerung die Positionen bewegt hat; sie sind um den Faktor in der Legende länger gezeichnet (M)</translation>
    </message>
    <message>
        <source>arrows ×%1, longest %2</source>
        <translation>Pfeile ×%1, längster %2</translation>
    </message>
    <message>
        <source>, 1 of %1 frames</source>
        <translation>, 1 von %1 Bildern</translation>
    </message>
    <message>
        <source>%1 px (%2)</source>
        <translation>%1 px (%2)</translation>
    </message>
    <message>
        <source>   moved by %1</source>
        <translation>   bewegt um %1</translation>
    </message>
</context>
<context>
    <name>ewald::view::SurfaceView</name>
    <message>
        <source>Drag to turn, wheel to zoom, Shift+drag to move, double click to see everything</source>
        <translation>Ziehen dreht, Rad zoomt, Umschalt+Ziehen schiebt, Doppelklick zeigt alles</translation>
    </message>
    <message>
        <source>Colour scale</source>
        <translation>Farbskala</translation>
    </message>
    <message>
        <source>No image yet</source>
        <translation>Noch kein Bild</translation>
    </message>
    <message>
        <source>Unwrap the phase: no jumps of 2π</source>
        <translation>Phase abwickeln: keine Sprünge um 2π</translation>
    </message>
    <message>
        <source>Colour map</source>
        <translation>Farbtabelle</translation>
    </message>
    <message>
        <source> Height </source>
        <translation> Höhe </translation>
    </message>
    <message>
        <source>How high the surface rises, as a share of its width</source>
        <translation>Wie hoch die Fläche steigt, als Anteil ihrer Breite</translation>
    </message>
    <message>
        <source>Reset the view</source>
        <translation>Ansicht zurücksetzen</translation>
    </message>
    <message>
        <source>Look at the whole surface again (Home)</source>
        <translation>Wieder die ganze Fläche sehen (Pos1)</translation>
    </message>
    <message>
        <source>The view in three dimensions needs OpenGL 3.2, which this display does not have</source>
        <translation>Die dreidimensionale Ansicht braucht OpenGL 3.2, das diese Anzeige nicht hat</translation>
    </message>
    <message>
        <source>Phase (rad)</source>
        <translation>Phase (rad)</translation>
    </message>
</context>
</TS>
