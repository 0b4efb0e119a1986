<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE">
<context>
    <name>CoreText</name>
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
</context>
<context>
    <name>Engines</name>
    <message>
        <source>Difference map</source>
        <translation>Difference Map</translation>
    </message>
    <message>
        <source>Regularised PIE with momentum: fast and forgiving, the one to start with.</source>
        <translation>Regularisierte PIE mit Impuls: schnell und gutmütig, das Verfahren für den Anfang.</translation>
    </message>
    <message>
        <source>The classic PIE: one frame after the other, robust with little overlap.</source>
        <translation>Die klassische PIE: ein Bild nach dem anderen, robust bei wenig Überlappung.</translation>
    </message>
    <message>
        <source>Difference map: all frames at once, gets out of wrong solutions; finish with rPIE.</source>
        <translation>Difference Map: alle Bilder zugleich, findet aus falschen Lösungen heraus; zum Schluss rPIE anhängen.</translation>
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
        <source>from the file</source>
        <translation>aus der Datei</translation>
    </message>
    <message>
        <source>far field</source>
        <translation>Fernfeld</translation>
    </message>
    <message>
        <source>largest square</source>
        <translation>größtes Quadrat</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
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
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>From the data file</source>
        <translation>Aus der Datendatei</translation>
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
        <source>from the geometry</source>
        <translation>aus der Geometrie</translation>
    </message>
    <message>
        <source>of the detector</source>
        <translation>des Detektors</translation>
    </message>
    <message>
        <source>no cake</source>
        <translation>kein Cake</translation>
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
        <source>Ptychography</source>
        <translation>Ptychographie</translation>
    </message>
    <message>
        <source>Integration</source>
        <translation>Integration</translation>
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
</context>
<context>
    <name>Parameters</name>
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
        <source>Side of the square that is cut out of each frame around the centre, in stored pixels; 0 takes the largest square. A smaller square is faster and gives larger object pixels.</source>
        <translation>Seite des Quadrats, das um die Mitte aus jedem Bild geschnitten wird, in gespeicherten Pixeln; 0 nimmt das größte Quadrat. Ein kleineres ist schneller und gibt größere Objektpixel.</translation>
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
        <source>Pixels with this many counts or more are ignored in their frame; 0 knows only the detector&apos;s own marker, the largest stored value.</source>
        <translation>Pixel mit so vielen Ereignissen oder mehr zählen in ihrem Bild nicht; 0 kennt nur die Marke des Detektors, den größten speicherbaren Wert.</translation>
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
        <source>Uses only every n-th frame: a quick look at a large scan, or two independent halves for a resolution estimate.</source>
        <translation>Nimmt nur jedes n-te Bild: ein schneller Blick auf einen großen Scan, oder zwei unabhängige Hälften zum Schätzen der Auflösung.</translation>
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
        <translation>Untereinander inkohärente Moden der Sonde. 2 bis 5 bei teilkohärentem oder zitterndem Strahl oder Flug-Scan; die Zeit wächst im gleichen Maß.</translation>
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
        <source>Initial power of each further mode relative to the first. More lets weakly coherent beams converge faster.</source>
        <translation>Anfangsleistung jeder weiteren Mode im Verhältnis zur ersten. Mehr lässt wenig kohärente Strahlen schneller konvergieren.</translation>
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
        <source>How fractions of a pixel enter: &quot;nearest&quot; rounds (fastest), &quot;bilinear&quot; interpolates the object, &quot;fourier&quot; shifts the probe exactly at the price of two more FFTs a frame and mode.</source>
        <translation>Wie Bruchteile eines Pixels eingehen: „nearest“ rundet (am schnellsten), „bilinear“ interpoliert das Objekt, „fourier“ verschiebt die Sonde exakt, kostet aber zwei FFT mehr je Bild und Mode.</translation>
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
        <translation>Verkippung</translation>
    </message>
    <message>
        <source>Angle between the detector&apos;s normal and the beam, as Fit2D writes it; without one the PONI file&apos;s tilt holds, or none.</source>
        <translation>Winkel zwischen der Normalen des Detektors und dem Strahl, wie Fit2D ihn schreibt; ohne ihn gilt die Verkippung der PONI-Datei oder keine.</translation>
    </message>
    <message>
        <source>Direction of the tilt</source>
        <translation>Richtung der Verkippung</translation>
    </message>
    <message>
        <source>Direction of the tilt in the plane of the detector, from the columns&apos; axis towards the rows&apos;. Counts only together with a tilt.</source>
        <translation>Richtung der Verkippung in der Ebene des Detektors, von der Achse der Spalten zu der der Zeilen. Zählt nur zusammen mit einer Verkippung.</translation>
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
        <source>Image that is subtracted from every frame (HDF5, TIFF, EDF, CBF, NPY), of the stored frame&apos;s shape.</source>
        <translation>Bild, das von jedem Bild abgezogen wird (HDF5, TIFF, EDF, CBF, NPY), in der Form des gespeicherten Bildes.</translation>
    </message>
    <message>
        <source>Flat field</source>
        <translation>Flachfeld</translation>
    </message>
    <message>
        <source>Image of the pixels&apos; efficiencies by which frames are divided, of the stored frame&apos;s shape; pixels of zero efficiency are left out.</source>
        <translation>Bild der Empfindlichkeiten der Pixel, durch das geteilt wird, in der Form des gespeicherten Bildes; Pixel ohne Empfindlichkeit werden ausgelassen.</translation>
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
        <source>Whether each worker holds the whole object or only the part that its frames touch. The numbers do not depend on it; &quot;auto&quot; cuts the object when a whole one does not fit.</source>
        <translation>Ob jeder Arbeiter das ganze Objekt hält oder nur den Teil, den seine Bilder berühren. Die Zahlen hängen nicht davon ab; &quot;auto&quot; teilt das Objekt, wenn ein ganzes nicht passt.</translation>
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
        <translation>Um genau fortgesetzt zu werden, braucht die Difference Map die Wellen aller Bilder. Bis zu dieser Größe stehen sie in Sicherungspunkten und Ergebnissen; darüber beginnt ein unterbrochener Lauf seine Stufe der Difference Map von vorn.</translation>
    </message>
    <message>
        <source>Frames whose updates are summed before they are applied. 1 is the classic sequential engine; larger batches use more cores and devices, smaller ones converge in fewer iterations. Below 16 frames rPIE shortens its steps and raises its regularisation.</source>
        <translation>Bilder, deren Änderungen summiert werden, bevor sie angewendet werden. 1 ist das klassische Verfahren, ein Bild nach dem anderen; größere Stapel nutzen mehr Kerne und Geräte, kleinere kommen in weniger Iterationen ans Ziel. Unter 16 Bildern verkürzt rPIE seine Schritte und erhöht seine Regularisierung.</translation>
    </message>
    <message>
        <source>Keep the pixel table</source>
        <translation>Pixeltabelle behalten</translation>
    </message>
    <message>
        <source>Keeps the table of a large detector in the user&apos;s cache folder (ewald/tables, at most 1 GB, safe to delete): the next run with the same geometry, mask and bins starts at once. The numbers do not depend on it.</source>
        <translation>Behält die Tabelle eines großen Detektors im Cache-Ordner des Benutzers (ewald/tables, höchstens 1 GB, darf gelöscht werden): Der nächste Lauf mit gleicher Geometrie, Maske und Einteilung beginnt sofort. Die Zahlen hängen nicht davon ab.</translation>
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
    <name>ewald::ui::ChoiceEditor</name>
    <message>
        <source>Take it from a file, for example an earlier result</source>
        <translation>Aus einer Datei nehmen, etwa einem früheren Ergebnis</translation>
    </message>
</context>
<context>
    <name>ewald::ui::ChooseFileDialog</name>
    <message>
        <source>Open the selected file</source>
        <translation>Gewählte Datei öffnen</translation>
    </message>
    <message>
        <source>Which file is to be opened?</source>
        <translation>Welche Datei soll geöffnet werden?</translation>
    </message>
    <message>
        <source>These are scans and results. One can be open at a time.</source>
        <translation>Das sind Scans und Ergebnisse. Jeweils eine Datei kann offen sein.</translation>
    </message>
    <message>
        <source>These are several scans. One can be open at a time.</source>
        <translation>Das sind mehrere Scans. Jeweils einer kann offen sein.</translation>
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
        <source>Integrate the frames of all</source>
        <translation>Die Bilder von allen integrieren</translation>
    </message>
    <message>
        <source>Reads all files as one stack of frames and makes powder patterns of them</source>
        <translation>Liest alle Dateien als einen Stapel von Bildern und macht Pulverdiagramme daraus</translation>
    </message>
    <message>
        <source>These are several results. One can be open at a time, or two be compared.</source>
        <translation>Das sind mehrere Ergebnisse. Eines kann geöffnet sein, oder zwei werden verglichen.</translation>
    </message>
    <message>
        <source>Compare the two results</source>
        <translation>Beide Ergebnisse vergleichen</translation>
    </message>
    <message>
        <source>Select two results first: Ctrl and click</source>
        <translation>Erst zwei Ergebnisse wählen: Strg und Klick</translation>
    </message>
    <message>
        <source>Shows both beside each other, with their difference</source>
        <translation>Zeigt beide nebeneinander, mit ihrem Unterschied</translation>
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
        <source>A minus B after alignment: grey in the middle of the scale is no difference</source>
        <translation>A minus B nach dem Ausrichten: Grau in der Mitte der Skala ist kein Unterschied</translation>
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
        <source>By itself</source>
        <translation>Von selbst</translation>
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
</context>
<context>
    <name>ewald::ui::CompareProbes</name>
    <message>
        <source>Propagating…</source>
        <translation>Ausbreitung wird berechnet…</translation>
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
        <source>The probes are %1 % the same; the power of B is %2 of that of A.</source>
        <translation>Die Sonden stimmen zu %1 % überein; die Leistung von B ist das %2-Fache der von A.</translation>
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
        <translation>Wählen…</translation>
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
        <translation>&amp;Unterschied als TIFF, 32 Bit Gleitkomma…</translation>
    </message>
    <message>
        <source>TIFF images (*.tif)</source>
        <translation>TIFF-Bilder (*.tif)</translation>
    </message>
    <message>
        <source>&amp;Ring correlation as text…</source>
        <translation>&amp;Ringkorrelation als Text…</translation>
    </message>
    <message>
        <source>Text (*.csv)</source>
        <translation>Text (*.csv)</translation>
    </message>
    <message>
        <source>&amp;Figure of what is shown as PNG…</source>
        <translation>&amp;Abbildung des Gezeigten als PNG…</translation>
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
        <translation>Vergleichen…</translation>
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
        <source>Before that B was moved by %1 pixels to the right and %2 down; its phase ramp, mean phase and scale were matched to A.</source>
        <translation>Zuvor wurde B um %1 Pixel nach rechts und %2 nach unten verschoben; Phasenrampe, mittlere Phase und Maßstab wurden A angepasst.</translation>
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
        <source>%1 s</source>
        <translation>%1 s</translation>
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
        <source>Scan file</source>
        <translation>Datei des Scans</translation>
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
        <source>Frame %1 (%2 in the file)</source>
        <translation>Bild %1 (%2 in der Datei)</translation>
    </message>
    <message>
        <source>All %1 frames read</source>
        <translation>Alle %1 Bilder gelesen</translation>
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
        <source>%1 photons a frame</source>
        <translation>%1 Photonen je Bild</translation>
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
        <source>%1 pixels masked</source>
        <translation>%1 Pixel maskiert</translation>
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
        <translation>Prüfen…</translation>
    </message>
    <message>
        <source>All about the devices, a check of them, and what more workers bring (Ctrl+D)</source>
        <translation>Alles über die Geräte, eine Prüfung, und was mehr Arbeiter bringen (Strg+D)</translation>
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
    <name>ewald::ui::EditMenu</name>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>Save as &amp;preset…</source>
        <translation>Als &amp;Vorlage speichern…</translation>
    </message>
    <message>
        <source>Save these parameters under a name, for any scan; geometry, masks, crop and choice of frames are left out</source>
        <translation>Speichert diese Parameter unter einem Namen, für jeden Scan; Geometrie, Masken, Ausschnitt und Auswahl der Bilder bleiben weg</translation>
    </message>
    <message>
        <source>P&amp;resets</source>
        <translation>Vo&amp;rlagen</translation>
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
        <translation>Muster dieses Bildes als .xy</translation>
    </message>
    <message>
        <source>Pattern of this frame as .dat, with errors</source>
        <translation>Muster dieses Bildes als .dat, mit Fehlern</translation>
    </message>
    <message>
        <source>Pattern of this frame as .chi (Fit2D)</source>
        <translation>Muster dieses Bildes als .chi (Fit2D)</translation>
    </message>
    <message>
        <source>Pattern of this frame as .fxye (GSAS)</source>
        <translation>Muster dieses Bildes als .fxye (GSAS)</translation>
    </message>
    <message>
        <source>Pattern of this frame as .csv</source>
        <translation>Muster dieses Bildes als .csv</translation>
    </message>
    <message>
        <source>All patterns as .xy, a file each</source>
        <translation>Alle Muster als .xy, je eine Datei</translation>
    </message>
    <message>
        <source>All patterns as one table, .csv</source>
        <translation>Alle Muster als eine Tabelle, .csv</translation>
    </message>
    <message>
        <source>Cake of this frame as TIFF, 32-bit float</source>
        <translation>Cake dieses Bildes als TIFF, 32-Bit-Gleitkomma</translation>
    </message>
    <message>
        <source>Heat map of all patterns as TIFF, 32-bit float</source>
        <translation>Heatmap aller Muster als TIFF, 32-Bit-Gleitkomma</translation>
    </message>
    <message>
        <source>Map of the chosen range as TIFF, 32-bit float</source>
        <translation>Karte des gewählten Bereichs als TIFF, 32-Bit-Gleitkomma</translation>
    </message>
    <message>
        <source>Figure of the pattern as PNG</source>
        <translation>Abbildung des Musters als PNG</translation>
    </message>
    <message>
        <source>writes %1 files with the number of the frame in their names; existing ones are replaced</source>
        <translation>schreibt %1 Dateien mit der Nummer des Bildes im Namen; vorhandene werden ersetzt</translation>
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
        <source> of %1</source>
        <translation> von %1</translation>
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
        <source>Thresholds, rings and files of the mask; the mouse tools are below the image</source>
        <translation>Schwellen, Ringe und Dateien der Maske; die Mauswerkzeuge sind unter dem Bild</translation>
    </message>
    <message>
        <source>Cake of the shown image</source>
        <translation>Cake des gezeigten Bildes</translation>
    </message>
    <message>
        <source>How long rings, cake and pattern took, with pixels put together to be quick</source>
        <translation>Wie lange Ringe, Cake und Muster gedauert haben, mit zusammengefassten Pixeln, damit es schnell geht</translation>
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
        <source>Save…</source>
        <translation>Speichern …</translation>
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
        <translation>Wie weit ein Pfeil das Strahlzentrum bewegt</translation>
    </message>
    <message>
        <source>Step of the arrows</source>
        <translation>Schritt der Pfeile</translation>
    </message>
    <message>
        <source>Moves the beam centre up</source>
        <translation>Bewegt das Strahlzentrum nach oben</translation>
    </message>
    <message>
        <source>Moves the beam centre to the left</source>
        <translation>Bewegt das Strahlzentrum nach links</translation>
    </message>
    <message>
        <source>Moves the beam centre to the right</source>
        <translation>Bewegt das Strahlzentrum nach rechts</translation>
    </message>
    <message>
        <source>Moves the beam centre down</source>
        <translation>Bewegt das Strahlzentrum nach unten</translation>
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
        <source>Tilt, towards</source>
        <translation>Neigung, nach</translation>
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
        <source>Not named</source>
        <translation>Nicht genannt</translation>
    </message>
    <message>
        <source>No geometry yet: load a PONI file, or type below, starting from a guess. (%1)</source>
        <translation>Noch keine Geometrie: eine PONI-Datei laden oder unten eingeben, ausgehend von einer Schätzung. (%1)</translation>
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
        <translation>Für Dateien dieses Aufbaus merken als</translation>
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
        <translation>Dies ist kein Scan für Ptychographie: macht Pulvermuster aus seinen Bildern</translation>
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
        <translation>Der Aufbau dieser Datei ist nicht bekannt (%1). Für jede Größe den Datensatz wählen. Die Zeile darunter zeigt laufend, was sich ergibt.</translation>
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
</context>
<context>
    <name>ewald::ui::ImportSourceRow</name>
    <message>
        <source>Choose file…</source>
        <translation>Datei wählen…</translation>
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
        <source>Mean of %1 frames</source>
        <translation>Mittel von %1 Bildern</translation>
    </message>
    <message>
        <source>Maximum of all frames</source>
        <translation>Maximum aller Bilder</translation>
    </message>
    <message>
        <source>Maximum of %1 frames</source>
        <translation>Maximum von %1 Bildern</translation>
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
        <source>Data, reconstruction, 3-D phase, report</source>
        <translation>Daten, Rekonstruktion, 3-D-Phase, Bericht</translation>
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
        <source>Apply changed parameters to the running job</source>
        <translation>Geänderte Parameter auf den laufenden Auftrag anwenden</translation>
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
        <source>Undo and redo a change of the mask</source>
        <translation>Eine Änderung der Maske zurücknehmen und wiederholen</translation>
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
</context>
<context>
    <name>ewald::ui::LivePage</name>
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
        <translation>Beugungsbilder</translation>
    </message>
    <message>
        <source>Line profile</source>
        <translation>Linienprofil</translation>
    </message>
    <message>
        <source>Measured and modelled pattern of one frame</source>
        <translation>Gemessenes und berechnetes Beugungsbild</translation>
    </message>
    <message>
        <source>Values along the line measured last (M, then drag on an image)</source>
        <translation>Werte entlang der zuletzt gemessenen Linie (M, dann auf einem Bild ziehen)</translation>
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
        <source>Iteration %1 · Fourier error &lt;b&gt;%2&lt;/b&gt; · LLK %3 (1 = noise limit)</source>
        <translation>Iteration %1 · Fourier-Fehler &lt;b&gt;%2&lt;/b&gt; · LLK %3 (1 = Rauschgrenze)</translation>
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
        <translation>Die Sonde wird gesucht…</translation>
    </message>
    <message>
        <source>Lit area only</source>
        <translation>Nur beleuchtete Fläche</translation>
    </message>
    <message>
        <source>Shows the object only where the scan has brought light: its range is found there, and figures show nothing else</source>
        <translation>Zeigt das Objekt nur, wo der Scan Licht hingebracht hat: Dort wird der Bereich bestimmt, und Abbildungen zeigen nichts anderes</translation>
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
        <source>What was done, and the log (Ctrl+4)</source>
        <translation>Was getan wurde, und das Protokoll (Strg+4)</translation>
    </message>
    <message>
        <source>%1 – Ewald</source>
        <translation>%1 – Ewald</translation>
    </message>
    <message>
        <source>%1 (file)</source>
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
        <source>End at once and keep nothing; asks first</source>
        <translation>Sofort beenden und nichts behalten; fragt vorher</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>&amp;Exportieren …</translation>
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
        <translation>Au&amp;ftragsbeispiele</translation>
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
        <translation>&amp;Ergebnisdatei …</translation>
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
        <translation>Parameter &amp;suchen</translation>
    </message>
    <message>
        <source>F&amp;ull screen</source>
        <translation>&amp;Vollbild</translation>
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
        <source>Ptychography</source>
        <translation>Ptychographie</translation>
    </message>
    <message>
        <source>Object and probe from overlapping patterns; opens the file at hand as a scan where it can be one</source>
        <translation>Objekt und Sonde aus überlappenden Beugungsbildern; öffnet die vorliegende Datei als Scan, wo sie einer sein kann</translation>
    </message>
    <message>
        <source>Integration</source>
        <translation>Integration</translation>
    </message>
    <message>
        <source>Powder patterns, cakes and maps from frames; opens the frames of the file at hand</source>
        <translation>Pulvermuster, Cakes und Karten aus Bildern; öffnet die Bilder der vorliegenden Datei</translation>
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
        <translation>Muster, Heatmap, Cakes und Karten (Strg+2)</translation>
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
        <source>Scans, frames and results (*.cxi *.h5 *.hdf5 *.hdf *.nxs *.nx5 *.ptyd *.tif *.tiff *.edf *.cbf *.poni *.json)</source>
        <translation>Scans, Bilder und Ergebnisse (*.cxi *.h5 *.hdf5 *.hdf *.nxs *.nx5 *.ptyd *.tif *.tiff *.edf *.cbf *.poni *.json)</translation>
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
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Parameters of %1 were not taken over</source>
        <translation>Parameter von %1 wurden nicht übernommen</translation>
    </message>
    <message>
        <source>Geometry, masks, crop and frames belong to a scan.</source>
        <translation>Geometrie, Masken, Ausschnitt und Bilder gehören zu einem Scan.</translation>
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
        <source>Abort discards the run. Stop is just as fast and keeps the result so far.</source>
        <translation>Abbrechen verwirft den Lauf. Anhalten ist ebenso schnell und behält das bisherige Ergebnis.</translation>
    </message>
    <message>
        <source>The run was aborted; nothing was saved.</source>
        <translation>Der Lauf wurde abgebrochen; nichts wurde gespeichert.</translation>
    </message>
    <message>
        <source>Stopped before the first iteration; there is nothing to save.</source>
        <translation>Vor der ersten Iteration angehalten; es gibt nichts zu speichern.</translation>
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
        <source>An integration is running</source>
        <translation>Eine Integration läuft</translation>
    </message>
    <message>
        <source>A reconstruction is running</source>
        <translation>Eine Rekonstruktion läuft</translation>
    </message>
    <message>
        <source>Stop, save the result and quit?</source>
        <translation>Anhalten, das Ergebnis speichern und beenden?</translation>
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
        <source>Apply &amp;changes</source>
        <translation>&amp;Änderungen anwenden</translation>
    </message>
    <message>
        <source>Stop gracefully, save, and continue from there with the parameters as they are now</source>
        <translation>Geordnet anhalten, speichern und von dort mit den jetzigen Parametern fortsetzen</translation>
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
        <translation>Datensätze &amp;zuordnen …</translation>
    </message>
    <message>
        <source>Choose the dataset of the open file for each quantity</source>
        <translation>Für jede Größe den Datensatz der offenen Datei wählen</translation>
    </message>
    <message>
        <source>Show &amp;parameters</source>
        <translation>&amp;Parameter zeigen</translation>
    </message>
    <message>
        <source>&amp;System theme</source>
        <translation>Farben des &amp;Systems</translation>
    </message>
    <message>
        <source>Stopped before the first frame; there is nothing to save.</source>
        <translation>Vor dem ersten Bild angehalten; es gibt nichts zu speichern.</translation>
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
        <translation>&amp;Orientierung finden…</translation>
    </message>
    <message>
        <source>Try the eight ways in which the axes of the positions may lie to those of the frames</source>
        <translation>Probiert die acht Weisen, wie die Achsen der Positionen zu denen der Bilder liegen können</translation>
    </message>
    <message>
        <source>&amp;Compare with…</source>
        <translation>&amp;Vergleichen mit…</translation>
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
        <source>Takes the last change of the mask back</source>
        <translation>Nimmt die letzte Änderung der Maske zurück</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Makes the change of the mask again</source>
        <translation>Macht die Änderung der Maske noch einmal</translation>
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
        <source>%v of %m tried</source>
        <translation>%v von %m versucht</translation>
    </message>
    <message>
        <source>Apply the best</source>
        <translation>Das beste übernehmen</translation>
    </message>
    <message>
        <source>Sets the parameters of the orientation with the smallest error and closes</source>
        <translation>Stellt die Orientierung mit dem kleinsten Fehler ein und schließt</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close and change nothing</source>
        <translation>Schließen und nichts ändern</translation>
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
        <translation>Bilder aus der Mitte des Scans werden gelesen…</translation>
    </message>
    <message>
        <source>Stopped after %1 of 8. A click on a picture still sets it.</source>
        <translation>Nach %1 von 8 angehalten. Ein Klick auf ein Bild stellt es trotzdem ein.</translation>
    </message>
    <message>
        <source>Trying the eight orientations…</source>
        <translation>Die acht Orientierungen werden versucht…</translation>
    </message>
    <message>
        <source>Comparing the best one with its twin…</source>
        <translation>Die beste wird mit ihrem Zwilling verglichen…</translation>
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
        <source>error %1</source>
        <translation>Fehler %1</translation>
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
        <translation>Setzt alle Parameter auf ihre Vorgaben zurück; die Verfahren der Abfolge bleiben. Fragt vorher.</translation>
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
        <source>iterations</source>
        <translation>Iterationen</translation>
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
        <source>Total: %1 iterations</source>
        <translation>Insgesamt: %1 Iterationen</translation>
    </message>
</context>
<context>
    <name>ewald::ui::PowderPage</name>
    <message>
        <source>All patterns</source>
        <translation>Alle Muster</translation>
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
        <translation>Jedes Muster als farbige Zeile; ein Klick zeigt sein Bild</translation>
    </message>
    <message>
        <source>Intensity against angle and azimuth, where azimuthal bins are asked for</source>
        <translation>Intensität über Winkel und Azimut, wo azimutale Klassen verlangt sind</translation>
    </message>
    <message>
        <source>Intensity in a range of the pattern over the scan; drag over the pattern to choose it</source>
        <translation>Intensität in einem Bereich des Musters über dem Scan; über das Muster ziehen, um ihn zu wählen</translation>
    </message>
    <message>
        <source>Frames that could not be read, and why</source>
        <translation>Bilder, die nicht gelesen werden konnten, und warum</translation>
    </message>
    <message>
        <source>No patterns yet: press Start</source>
        <translation>Noch keine Muster: Start drücken</translation>
    </message>
    <message>
        <source>Shows the newest pattern while a job runs</source>
        <translation>Zeigt das neueste Muster, während ein Auftrag läuft</translation>
    </message>
    <message>
        <source>Which frame&apos;s pattern is shown</source>
        <translation>Das Muster welchen Bildes gezeigt wird</translation>
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
        <translation>Behält dieses Muster im Diagramm, um andere damit zu vergleichen</translation>
    </message>
    <message>
        <source>Takes the kept patterns out of the chart</source>
        <translation>Nimmt die behaltenen Muster aus dem Diagramm</translation>
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
        <source>Snake</source>
        <translation>Schlangenlinie</translation>
    </message>
    <message>
        <source>Every second row of the scan runs backwards</source>
        <translation>Jede zweite Zeile des Scans läuft rückwärts</translation>
    </message>
    <message>
        <source>Drag over the pattern to choose a range</source>
        <translation>Über das Muster ziehen, um einen Bereich zu wählen</translation>
    </message>
    <message>
        <source>Frame %1</source>
        <translation>Bild %1</translation>
    </message>
    <message>
        <source>These are patterns, not cakes: set “Azimuthal bins” to get cakes</source>
        <translation>Dies sind Muster, keine Cakes: „Azimutale Klassen“ setzen, um Cakes zu bekommen</translation>
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
        <translation>Noch keine Muster</translation>
    </message>
    <message>
        <source>All patterns, %1 frames a row</source>
        <translation>Alle Muster, %1 Bilder je Zeile</translation>
    </message>
    <message>
        <source>Mean intensity from %1 to %2 · %3 × %4 points</source>
        <translation>Mittlere Intensität von %1 bis %2 · %3 × %4 Punkte</translation>
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
        <source>&lt;b&gt;%1&lt;/b&gt; of %2 frames</source>
        <translation>&lt;b&gt;%1&lt;/b&gt; von %2 Bildern</translation>
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
        <source>reading %1 %, decoding %2 %, integrating %3 %</source>
        <translation>Lesen %1 %, Dekodieren %2 %, Integrieren %3 %</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; frames</source>
        <translation>&lt;b&gt;%1&lt;/b&gt; Bilder</translation>
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
        <source>%1 frames failed</source>
        <translation>%1 Bilder fehlgeschlagen</translation>
    </message>
    <message>
        <source>%1 (kept)</source>
        <translation>%1 (behalten)</translation>
    </message>
    <message>
        <source>&lt;b&gt;1&lt;/b&gt; frame</source>
        <translation>&lt;b&gt;1&lt;/b&gt; Bild</translation>
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
    <message>
        <source>Allowed: %1</source>
        <translation>Erlaubt: %1</translation>
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
        <source>Engines</source>
        <translation>Verfahren</translation>
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
        <source>error: </source>
        <translation>Fehler: </translation>
    </message>
    <message>
        <source>warning: </source>
        <translation>Warnung: </translation>
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
        <source>The log of a run is shown here while it runs, and until another result is opened.</source>
        <translation>Das Protokoll eines Laufs steht hier, während er läuft und bis ein anderes Ergebnis geöffnet wird.</translation>
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
        <source>Poisson deviance (1 = noise limit)</source>
        <translation>Poisson-Abweichung (1 = Rauschgrenze)</translation>
    </message>
    <message>
        <source>No result yet</source>
        <translation>Noch kein Ergebnis</translation>
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
        <source>Apply now</source>
        <translation>Jetzt anwenden</translation>
    </message>
    <message>
        <source>Result: %1 in %2</source>
        <translation>Ergebnis: %1 in %2</translation>
    </message>
    <message>
        <source>Edited while running. Apply now, or keep for the next run.</source>
        <translation>Während des Laufs geändert. Jetzt anwenden, oder für den nächsten Lauf behalten.</translation>
    </message>
    <message>
        <source>Edited while running: for the next run.</source>
        <translation>Während des Laufs geändert: für den nächsten Lauf.</translation>
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
        <source>&amp;Export…</source>
        <translation>&amp;Exportieren…</translation>
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
</context>
<context>
    <name>ewald::ui::ScanCard</name>
    <message>
        <source>%1 frames of %2, %3</source>
        <translation>%1 Bilder mit %2, %3</translation>
    </message>
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
        <source>1 frame of %1, %2</source>
        <translation>1 Bild mit %1, %2</translation>
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
        <translation>Anteil der Zählereignisse</translation>
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
        <translation>Zählereignisse eines Bilds durch die ohne Probe</translation>
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
        <translation>Anteil der Zählereignisse außerhalb des Hellfelds</translation>
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
        <translation>Die Bilder werden gelesen…</translation>
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
        <source>All %1 iterations are done</source>
        <translation>Alle %1 Iterationen sind getan</translation>
    </message>
    <message>
        <source>Set a larger number of iterations and press Continue.</source>
        <translation>Eine größere Zahl von Iterationen einstellen und Fortsetzen drücken.</translation>
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
        <source>Ptychography: CXI, NeXus, ptychodus, PtyPy, HXN or any other HDF5 file
Integration: Eiger, LImA, Lambda or any other HDF5 stack, TIFF, EDF, CBF, several files or a folder, a PONI file
Job documents and results of earlier runs</source>
        <translation>Ptychographie: CXI, NeXus, ptychodus, PtyPy, HXN oder jede andere HDF5-Datei
Integration: Eiger, LImA, Lambda oder jeder andere HDF5-Stapel, TIFF, EDF, CBF, mehrere Dateien oder ein Ordner, eine PONI-Datei
Auftragsdateien und Ergebnisse früherer Läufe</translation>
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
        <source>%1 of %2 %3</source>
        <translation>%1 von %2 %3</translation>
    </message>
    <message>
        <source>frames</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>iterations</source>
        <translation>Iterationen</translation>
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
        <source>Integrating</source>
        <translation>Integrieren</translation>
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
        <source>distances</source>
        <translation>Abstände</translation>
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
        <translation>Die Phase wird abgewickelt…</translation>
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
        <source>Drag over the pattern to choose the range of the map; Shift and drag does the same at any time</source>
        <translation>Über das Muster ziehen, um den Bereich der Karte zu wählen; Umschalt und Ziehen tut dasselbe jederzeit</translation>
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
        <source> of %1</source>
        <translation> von %1</translation>
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
        <translation>Phase glätten: keine Sprünge um 2π</translation>
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
