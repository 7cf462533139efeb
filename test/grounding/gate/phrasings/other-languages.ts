import type { Language } from "../../../../packages/grounding/lexicon/language.ts";

/** Requests of one language, for learning; `P`, `O`, `T` and `F` stand for names, as in `fillForeign`. */
export interface ForeignRequests {
  /** Orders and questions about the user's own work. */
  own: readonly string[];
  /** They need facts about the world. */
  facts: readonly string[];
  /** They need facts about a person, whatever they order. */
  people: readonly string[];
  /** Definitions, instructions, code, fiction and small talk. */
  nothing: readonly string[];
  /** Turns on the last answer that ask nothing new. */
  again: readonly string[];
  /** Turns on the last answer's topic, and other things that are no such turn. */
  further: readonly string[];
}

const lines = (text: string): readonly string[] => text.trim().split("\n");

export const FOREIGN_REQUESTS: Readonly<Record<Exclude<Language, "en">, ForeignRequests>> = {
  de: {
    own: lines(`
Was hat mir P gestern geschickt?
Was hat mir P gesagt?
Was hat uns O angeboten?
Hat mir P schon geschrieben?
Beantworte die Nachricht von P
Beantworte das Schreiben von O
Antworte auf die E-Mail von P
Antworte P, dass der Termin passt
Schreib P, dass ich krank bin
Schreibe P eine Mail und bedanke dich
Schreib P eine kurze Absage
Schick P den Vertrag
Schicke die Rechnung an O
Sende P das Protokoll
Sag P Bescheid, dass wir später anfangen
Sag O den Termin ab
Teile P mit, dass das Angebot fertig ist
Frag P, ob das Büro frei ist
Bitte P um die Unterlagen
Erinnere P an die Frist
Erinnere mich morgen an den Anruf bei P
Lade P zur Besprechung ein
Lade das Team in den Kanal ein
Verschiebe den Termin mit P auf Montag
Verlege das Gespräch mit O auf nächste Woche
Lehne die Einladung von P ab
Nimm die Einladung von P an
Nimm den Termin mit O an
Sag die Besprechung mit P ab
Trage ein Treffen mit P ein
Trag den Urlaub von P in den Kalender ein
Leg eine Aufgabe für P an
Lege einen Kontakt für O an
Leite die Mail von P an O weiter
Leite das an die Buchhaltung weiter
Weise das Ticket P zu
Ändere die Telefonnummer von P
Lösche die Notiz über O
Poste im Kanal, dass P heute fehlt
Notiere, dass O erst im Herbst bestellt
Entwirf eine Antwort an P
Formuliere eine Absage an P
Gratuliere P zum Geburtstag
Danke P für die Hilfe
Richte P Grüße aus
Gib P Zugriff auf den Ordner
Was hat P mir geschrieben?
Was hat P im Meeting gesagt?
Was steht in der Mail von P?
Was wollte P gestern von mir?
Hat P schon geantwortet?
Hat O die Rechnung bezahlt?
Wann treffe ich P?
Wann ist mein nächster Termin mit O?
Wo findet mein Gespräch mit P statt?
Welche Aufgaben hat P diese Woche?
Welche Tickets sind noch offen?
Wer kommt morgen zur Besprechung?
Wer hat heute Dienst?
Zeig mir die letzten Mails von P
Such die Mail von P über den Vertrag
Finde die Notizen zum Gespräch mit O
Fasse den Thread mit P zusammen
Fass meine ungelesenen Mails zusammen
Was steht heute an?
Was steht morgen in meinem Kalender?
Meine Termine heute
Habe ich am Freitag Zeit?
Ist P heute im Büro?
Ist P am Montag frei?
Ruf P an
`),
    facts: lines(`
Finde heraus, wer O gegründet hat
Recherchiere, wann T gebaut wurde
Schau nach, wer O führt
Was macht O?
Was stellt O her?
Was verkauft O?
Was verdient O?
Wer leitet O?
Wer führt O?
Wer ist der Chef von O?
Wer hat O gegründet?
Wem gehört O?
Wo hat O seinen Sitz?
Wie viele Mitarbeiter hat O?
Wie hoch ist der Umsatz von O?
Seit wann gibt es O?
Nachrichten über O
Neues von O
Aktuelles zu O
Aktienkurs von O
Gründer von O
Umsatz O
O Vorstand
Geschichte von O
Erzähl mir von O
Erzähl mir etwas über T
Was ist T?
Was war T?
Was geschah bei T?
Was passierte 1912 mit der Titanic?
Wann war T?
Wann wurde T gebaut?
Wann endete der Dreißigjährige Krieg?
Wo liegt T?
Wie hoch ist T?
Wie tief ist der Bodensee?
Wie lang ist die Donau?
Wie viele Einwohner hat Leipzig?
Wie alt ist F?
Wer ist F?
Wer war F?
Was hat F erfunden?
Was macht F heute?
Wann wurde F geboren?
Wann starb F?
Wo ist F geboren?
Mit wem ist F verheiratet?
Womit wurde F bekannt?
Welche Bücher hat F geschrieben?
Welche Filme hat F gedreht?
Hat F einen Nobelpreis bekommen?
Lebt F noch?
Ist F noch im Amt?
Biografie von F
Lebenslauf von F
Erzähl mir von F
Fass das Leben von F zusammen
Wer ist der Präsident von Frankreich?
Wer gewann die Weltmeisterschaft 2014?
Wer schrieb Faust?
Wer malte die Mona Lisa?
Was ist die Hauptstadt von Kanada?
Kurze Geschichte von T
Ursachen des Ersten Weltkriegs
`),
    people: lines(`
Entwirf einen Artikel über F
Bereite einen Text über F vor
Was hat F erreicht?
Was weißt du über F?
Was ist über F bekannt?
Was muss man über F wissen?
Kennst du F?
F Lebenslauf
F kurz vorgestellt
Stell mir F vor
Recherchiere F
Such mir alles zu F heraus
Schreib einen Artikel über F
Schreib einen Beitrag über F für die Webseite
Verfasse ein Porträt von F
Mach mir ein Profil von F
Erstelle eine Übersicht zu F
Gib mir einen Überblick über F
Ich spreche gleich mit F, gib mir ein paar Fakten
Ich muss F vorstellen. Was soll ich sagen?
Wie heißt die Frau von F?
Wo wohnt F?
Wo hat F studiert?
Was hat F früher gearbeitet?
Wie wurde F reich?
Was hält F von Europa?
`),
    nothing: lines(`
Du bist ein erfahrener Steuerberater. Beantworte meine Fragen kurz und freundlich und gib am Ende jeder Antwort eine Liste der nächsten Schritte aus.
Erstelle ein Bild von einem Hund am Strand, im Stil eines alten Plakats
Erfinde ein Märchen über P
Schreib eine Geschichte über einen Ritter namens P
Was bedeutet Rekursion?
Was bedeutet das Wort Empathie?
Was heißt Ironie?
Was ist eine Schnittstelle?
Was ist ein Zeiger in C?
Was ist der Unterschied zwischen das und dass?
Wie backt man Brot?
Wie bindet man eine Krawatte?
Wie schreibt man eine Bewerbung?
Wie sortiere ich eine Liste in Python?
Wie koche ich Nudeln?
Wie geht es dir?
Wie spät ist es?
Wie wird das Wetter morgen?
Erkläre mir Rekursion
Erkläre den Satz des Pythagoras
Erkläre diesen Code
Schreib ein Gedicht über den Herbst
Schreib eine Geschichte über einen Drachen
Schreib mir ein Märchen mit einer Hexe
Erfinde einen Namen für meinen Hund
Erzähl mir einen Witz
Übersetze guten Morgen ins Spanische
Korrigiere diesen Satz
Formuliere das freundlicher: Komm sofort
Was kann ich heute kochen?
Was soll ich P schenken?
Was kannst du?
Wer bist du?
Warum schlägt mein Test fehl?
Wo wird retry_delay gesetzt?
Was macht der OrderService?
Wie viel ist 12 mal 7?
Ich habe 3 Äpfel und kaufe 4. Wie viele habe ich?
Hallo
Guten Morgen
Mach das Licht aus
Stell den Wecker auf sieben
`),
    again: lines(`
Echt?
Stimmt das?
Stimmt das wirklich?
Ist das sicher?
Ist das wahr?
Ganz sicher?
Bist du dir sicher?
Bist du dir da sicher?
Bist du ganz sicher?
Im Ernst?
Wirklich wahr?
Das glaube ich nicht
Das kann nicht sein
Woher hast du das?
Woher kommt das?
Woher stammt diese Angabe?
Welche Quelle ist das?
Was ist deine Quelle?
Wer sagt das?
Ist das noch aktuell?
Weiter
Fahre fort
Mach bitte weiter
Und weiter?
Nochmal bitte
Wiederhole das
Kürzer
Etwas kürzer bitte
Mach das kürzer
Fass das zusammen
Fasse das in einem Satz zusammen
Fass es in zwei Sätzen zusammen
Einfacher bitte
Erklär das einfacher
Formuliere das förmlicher
Sag das in einfachen Worten
Als Liste bitte
Als Tabelle
Mach daraus eine Liste
Mach eine Tabelle daraus
Schreib das in Stichpunkten
Setz das in Stichpunkte
Schreib das als E-Mail
Schreib daraus eine kurze Mail
Mach daraus einen Beitrag
Formuliere das als Nachricht
Auf Englisch bitte
Auf Französisch
Übersetze das ins Englische
Sag das auf Englisch
Schick das an P
Poste das in #general
Leite das an P weiter
Schick die Antwort an O
`),
    further: lines(`
Wann war das?
Wann wurde er geboren?
Wann wurde sie gegründet?
Und wann starb er?
Und wer war davor?
Wer kam danach?
Wo wohnt sie?
Wo liegt das?
Wie alt ist er?
Wie alt ist sie heute?
Und seine Frau?
Und was ist mit O?
Was ist mit P?
Warum ist er gegangen?
Hat er Kinder?
Ist sie verheiratet?
Was kostet das?
Was hat er studiert?
Wer besitzt die Firma?
Welche Produkte haben sie?
Bist du sicher, dass O pleite ist?
Danke
Danke dir
Super
Alles klar
Hallo
Schreib eine Mail an P wegen der Rechnung
Übersetze guten Morgen
Mach einen Termin mit P
Fass meine Mails zusammen
Schreib ein Gedicht
`),
  },
  fr: {
    own: lines(`
Qu'est-ce que m'a dit P ?
Que m'a envoyé P hier ?
Que nous a proposé O ?
Réponds à P
Réponds au message de P
Réponds à P que c'est d'accord
Écris à P que je suis malade
Écris un mot de remerciement à P
Écris un mail à P pour décaler la réunion
Envoie le contrat à P
Envoie la facture à O
Transfère le message de P à la comptabilité
Dis à P que le devis est prêt
Dis à P de me rappeler
Préviens P que la réunion commence plus tard
Préviens l'équipe que P est absent
Demande à P si la salle est libre
Rappelle à P le délai
Rappelle-moi d'appeler P
Invite P à la réunion
Déplace le rendez-vous avec P à lundi
Décale mon appel avec O
Annule le rendez-vous avec P
Refuse l'invitation de P
Accepte l'invitation de P
Ajoute P à la réunion
Ajoute une note sur l'appel avec O
Crée une tâche pour P
Crée un contact pour O
Assigne le ticket à P
Change le numéro de téléphone de P
Supprime la note sur O
Publie dans le canal que P est en congé
Note que O commande en automne
Rédige une réponse à P
Rédige un refus poli pour P
Félicite P pour sa promotion
Remercie P pour son aide
Donne à P l'accès au dossier
Qu'est-ce que P m'a écrit ?
Qu'a dit P pendant la réunion ?
Que dit le mail de P ?
Que voulait P hier ?
P a-t-il répondu ?
Est-ce que P a répondu à mon message ?
Est-ce que O a payé la facture ?
Quand est-ce que je vois P ?
Quand est mon prochain rendez-vous avec O ?
Sur quoi travaille P cette semaine ?
Quels tickets sont ouverts ?
Qui vient à la réunion demain ?
Qui est de service aujourd'hui ?
Montre-moi les derniers mails de P
Cherche le mail de P sur le contrat
Retrouve les notes de l'appel avec O
Résume le fil avec P
Résume mes mails non lus
Qu'est-ce que j'ai demain ?
Mes rendez-vous d'aujourd'hui
Est-ce que P est libre lundi ?
Appelle P
`),
    facts: lines(`
Cherche qui a fondé O
Trouve quand T a été construit
Renseigne-toi sur O
Que fait O ?
Que vend O ?
Que produit O ?
Qu'est-ce que O fabrique ?
Combien gagne O ?
Qui dirige O ?
Qui est le patron de O ?
Qui a fondé O ?
À qui appartient O ?
Où se trouve le siège de O ?
Combien d'employés a O ?
Quel est le chiffre d'affaires de O ?
Depuis quand existe O ?
Actualités de O
Nouvelles de O
Cours de l'action O
Fondateur de O
Histoire de O
Parle-moi de O
Parle-moi de T
Raconte-moi l'histoire de T
Dis-moi ce que tu sais sur T
Qu'est-ce que T ?
Que s'est-il passé à T ?
Quand a eu lieu T ?
Quand a été construit T ?
Quand s'est terminée la guerre de Cent Ans ?
Où se trouve T ?
Quelle est la hauteur de T ?
Quelle est la longueur de la Loire ?
Combien d'habitants a Lyon ?
Quel âge a F ?
Qui est F ?
Qui était F ?
Qu'a inventé F ?
Que fait F aujourd'hui ?
Quand est né F ?
Quand est mort F ?
Où est née F ?
Avec qui est marié F ?
Pourquoi F est-il célèbre ?
Quels livres a écrits F ?
Quels films a réalisés F ?
F a-t-il reçu le prix Nobel ?
F est-elle toujours en vie ?
Biographie de F
Résume la vie de F
Qui est le président de l'Italie ?
Qui a gagné la Coupe du monde 2018 ?
Qui a écrit Candide ?
Qui a peint la Joconde ?
Quelle est la capitale du Canada ?
Les causes de la Révolution russe
La bataille de T
`),
    people: lines(`
Prépare un article sur F
Compose un texte sur F
Qu'a accompli F ?
Que sais-tu de F ?
Que sait-on de F ?
Que faut-il savoir sur F ?
Connais-tu F ?
F biographie
Présente-moi F
Fais des recherches sur F
Trouve tout sur F
Écris un article sur F
Écris un texte sur F pour le site
Fais le portrait de F
Fais-moi une fiche sur F
Prépare un dossier sur F
Donne-moi un aperçu de F
Je parle bientôt avec F, donne-moi quelques faits
Je dois présenter F. Que dire ?
Comment s'appelle la femme de F ?
Où habite F ?
Où F a-t-il étudié ?
Que faisait F avant ?
F est née quand ?
Quelle est la carrière de F ?
C'est qui, F ?
`),
    nothing: lines(`
Tu es un expert en marketing. Analyse le texte suivant, relève les points faibles et propose une version plus claire, en trois paragraphes.
Agis en tant que professeur de mathématiques et pose-moi des questions
Invente un conte avec un chevalier, P
Imagine une histoire avec P
Invente un conte sur P
Écris une histoire sur un chevalier nommé P
Que veut dire récursivité ?
Que signifie le mot empathie ?
C'est quoi une variable ?
Qu'est-ce qu'une boucle ?
Quelle est la différence entre ces deux mots ?
Comment faire du pain ?
Comment faire une omelette ?
Comment nouer une cravate ?
Comment trier une liste en Python ?
Comment vas-tu ?
Quelle heure est-il ?
Quel temps fera-t-il demain ?
Explique-moi la récursivité
Explique ce code
Écris un poème sur la mer
Écris une histoire sur un dragon
Écris un conte avec une sorcière
Invente un nom pour mon chien
Raconte-moi une blague
Traduis bonjour en espagnol
Corrige cette phrase
Que puis-je cuisiner ce soir ?
Que sais-tu faire ?
Qui es-tu ?
Pourquoi mon test échoue ?
Où est défini retry_delay ?
Que fait OrderService ?
Combien font 12 fois 7 ?
J'ai 3 pommes et j'en achète 4. Combien en ai-je ?
Bonjour
Éteins la lumière
Mets un minuteur de dix minutes
`),
    again: lines(`
C'est vrai ?
C'est sûr ?
Ah bon ?
Tu es sûr ?
Tu es sûre ?
Es-tu certain ?
Vous êtes sûr ?
Es-tu sûr de ça ?
Sérieusement ?
Je n'y crois pas
Ce n'est pas possible
D'où vient cette information ?
D'où tu tiens ça ?
Quelle est ta source ?
Quelle est la source ?
Qui dit ça ?
C'est à jour ?
Continue s'il te plaît
Vas-y
La suite
Et ensuite ?
Encore une fois
Répète
Plus court
Plus court s'il te plaît
Fais plus court
Raccourcis
Résume ça
Résume cela en deux phrases
Résume-le
Plus simplement
Dis-le plus simplement
Reformule ça
Reformule de façon plus formelle
Sous forme de liste
Fais-en une liste
Mets-le sous forme de tableau
Mets cela en points
En tableau
En quelques points
Écris-le sous forme de mail
Fais-en un court mail
Rédige un mail avec ça
Transforme ça en message
En anglais s'il te plaît
En allemand
Traduis ça en anglais
Dis-le en anglais
Envoie ça à P
Envoie-le à P
Publie ça dans #general
Transfère la réponse à P
`),
    further: lines(`
C'était quand ?
Quand est-il né ?
Quand a-t-elle été fondée ?
Et avant lui ?
Qui était là avant ?
Où habite-t-elle ?
Où est-ce ?
Quel âge a-t-il ?
Et sa femme ?
Et O ?
Pourquoi est-il parti ?
A-t-il des enfants ?
Est-elle mariée ?
Combien ça coûte ?
Qu'a-t-il étudié ?
À qui appartient l'entreprise ?
Quels sont leurs produits ?
Tu es sûr que O est en faillite ?
Merci
Merci beaucoup
Parfait
D'accord
Bonjour
Écris un mail à P au sujet de la facture
Traduis bonjour
Résume mes mails
Écris un poème
Envoie le contrat à P
`),
  },
  es: {
    own: lines(`
¿Qué me dijo P?
¿Qué me mandó P ayer?
¿Qué nos ofreció O?
Responde a P
Responde al mensaje de P
Contesta a P que está bien
Contesta el correo de P
Escribe a P que estoy enfermo
Escribe una nota de agradecimiento a P
Envía el contrato a P
Envíale la factura a O
Mándale a P el acta
Reenvía el mensaje de P a contabilidad
Dile a P que la oferta está lista
Dile a P que me llame
Avisa a P de que la reunión empieza más tarde
Avisa al equipo de que P no viene
Pregunta a P si la sala está libre
Pregúntale a P si puede venir
Recuérdale a P el plazo
Recuérdame llamar a P
Invita a P a la reunión
Mueve la cita con P al lunes
Aplaza mi llamada con O
Cancela la cita con P
Rechaza la invitación de P
Acepta la invitación de P
Añade a P a la reunión
Añade una nota sobre la llamada con O
Crea una tarea para P
Crea un contacto para O
Asigna el ticket a P
Cambia el teléfono de P
Borra la nota sobre O
Publica en el canal que P está de vacaciones
Anota que O compra en otoño
Redacta una respuesta a P
Felicita a P por su ascenso
Agradece a P su ayuda
Da acceso a P a la carpeta
¿Qué me ha escrito P?
¿Qué dijo P en la reunión?
¿Qué dice el correo de P?
¿Qué quería P ayer?
¿Ha respondido P?
¿Ha contestado P a mi mensaje?
¿Ha pagado O la factura?
¿Cuándo veo a P?
¿Cuándo es mi próxima cita con O?
¿En qué trabaja P esta semana?
¿Qué tickets están abiertos?
¿Quién viene mañana a la reunión?
¿Quién está de turno hoy?
Muéstrame los últimos correos de P
Busca el correo de P sobre el contrato
Busca las notas de la llamada con O
Resume el hilo con P
Resume mis correos sin leer
¿Qué tengo mañana?
Mis citas de hoy
¿Está libre P el lunes?
Llama a P
`),
    facts: lines(`
Busca quién fundó O
Investiga cuándo se construyó T
Entérate de quién manda en O
¿Qué hace O?
¿Qué vende O?
¿Qué fabrica O?
¿Cuánto gana O?
¿Quién dirige O?
¿Quién es el jefe de O?
¿Quién fundó O?
¿De quién es O?
¿Dónde está la sede de O?
¿Cuántos empleados tiene O?
¿Cuál es la facturación de O?
¿Desde cuándo existe O?
Noticias de O
Noticias sobre O
Acciones de O
Fundador de O
Historia de O
Háblame de O
Háblame de T
Cuéntame la historia de T
Dime qué sabes de T
¿Qué es T?
¿Qué pasó en T?
¿Cuándo fue T?
¿Cuándo se construyó T?
¿Cuándo terminó la guerra de Cuba?
¿Dónde está T?
¿Cuánto mide T?
¿Cuál es la longitud del Ebro?
¿Cuántos habitantes tiene Sevilla?
¿Cuántos años tiene F?
¿Quién es F?
¿Quién era F?
¿Quién fue F?
¿Qué inventó F?
¿Qué hace F ahora?
¿Cuándo nació F?
¿Cuándo murió F?
¿Dónde nació F?
¿Con quién está casado F?
¿Por qué es famoso F?
¿Qué libros escribió F?
¿Qué películas dirigió F?
¿Ganó F el premio Nobel?
¿Sigue viva F?
Biografía de F
Resume la vida de F
¿Quién es el presidente de Italia?
¿Quién ganó el Mundial de 2010?
¿Quién escribió Don Quijote?
¿Quién pintó el Guernica?
¿Cuál es la capital de Canadá?
Las causas de la Revolución rusa
La batalla de T
`),
    people: lines(`
Redacta un artículo sobre F
Redacta un resumen sobre F para la revista
Prepara una publicación sobre F
¿Qué ha logrado F?
¿Qué sabes de F?
¿Qué se sabe de F?
¿Qué hay que saber de F?
¿Conoces a F?
F biografía
con quien vive F
con quien esta casado F
donde vive F
Preséntame a F
Investiga a F
Busca todo sobre F
Escribe un artículo sobre F
Escribe un texto sobre F para la web
Haz un retrato de F
Hazme un perfil de F
Prepara un dossier sobre F
Dame un resumen de F
Pronto hablo con F, dame algunos datos
Tengo que presentar a F. ¿Qué digo?
¿Cómo se llama la mujer de F?
¿Dónde estudió F?
¿Qué hacía F antes?
¿En qué trabaja F?
`),
    nothing: lines(`
Eres un abogado con experiencia. Revisa el siguiente contrato, señala los riesgos y propón una redacción más clara para cada punto.
Actúa como un profesor de historia y hazme preguntas
Inventa un cuento sobre P
Escribe una historia sobre un caballero llamado P
¿Qué significa recursividad?
¿Qué significa la palabra empatía?
¿Qué es una variable?
¿Qué es un bucle?
¿Cuál es la diferencia entre estas dos palabras?
¿Cómo se hace el pan?
¿Cómo se hace una tortilla?
¿Cómo hago una tarta?
¿Cómo ordeno una lista en Python?
¿Cómo estás?
¿Qué hora es?
¿Qué tiempo hará mañana?
Explícame la recursividad
Explica este código
Escribe un poema sobre el mar
Escribe una historia sobre un dragón
Escribe un cuento con una bruja
Invéntate un nombre para mi perro
Cuéntame un chiste
Traduce buenos días al inglés
Corrige esta frase
¿Qué puedo cocinar esta noche?
¿Qué sabes hacer?
¿Quién eres?
¿Por qué falla mi prueba?
¿Dónde se define retry_delay?
¿Qué hace OrderService?
¿Cuánto es 12 por 7?
Tengo 3 manzanas y compro 4. ¿Cuántas tengo?
Hola
Apaga la luz
Pon un temporizador de diez minutos
`),
    again: lines(`
¿De verdad?
¿Es verdad?
¿Es cierto?
¿Es eso cierto?
¿Seguro?
¿Estás segura?
¿Estás seguro de eso?
¿Lo dices en serio?
No me lo creo
No puede ser
¿De dónde lo sacas?
¿De dónde viene eso?
¿De dónde has sacado eso?
¿Cuál es tu fuente?
¿Cuál es la fuente?
¿Quién lo dice?
¿Está actualizado?
Continúa
Continúa por favor
Sigue por favor
¿Y qué más?
Otra vez
Repítelo
Más corto
Más corto por favor
Hazlo más corto
Acórtalo
Resúmelo
Resúmelo en dos frases
Resume eso
Más sencillo
Dilo más sencillo
Reformúlalo
Dilo de manera más formal
En forma de lista
Haz una lista con eso
Ponlo en una tabla
Ponlo en puntos
En una tabla
En unos pocos puntos
Escríbelo como correo
Escribe un correo corto con eso
Haz un correo con eso
Conviértelo en un mensaje
En inglés por favor
En alemán
Tradúcelo al inglés
Dilo en inglés
Envíaselo a P
Envía eso a P
Publícalo en #general
Manda la respuesta a P
`),
    further: lines(`
¿Cuándo fue eso?
¿Cuándo nació?
¿Cuándo se fundó?
¿Y antes de él?
¿Quién estaba antes?
¿Dónde vive?
¿Dónde está?
¿Cuántos años tiene?
¿Y su mujer?
¿Y O?
¿Por qué se fue?
¿Tiene hijos?
¿Está casada?
¿Cuánto cuesta?
¿Qué estudió?
¿De quién es la empresa?
¿Qué productos tienen?
¿Estás seguro de que O quebró?
sus hijos
Gracias
Muchas gracias
Perfecto
Vale
Hola
Escribe un correo a P sobre la factura
Traduce buenos días
Resume mis correos
Escribe un poema
Envía el contrato a P
`),
  },
  it: {
    own: lines(`
Rispondi a P
Rispondi al messaggio di P
Scrivi a P che sono malato
Manda il contratto a P
Invia la fattura a O
Inoltra il messaggio di P
Di' a P che l'offerta è pronta
Avvisa P che la riunione comincia dopo
Chiedi a P se la sala è libera
Ricorda a P la scadenza
Ricordami di chiamare P
Invita P alla riunione
Sposta l'appuntamento con P a lunedì
Annulla la chiamata con O
Rifiuta l'invito di P
Accetta l'invito di P
Aggiungi P alla riunione
Crea un'attività per P
Assegna il ticket a P
Prendi nota che O ordina in autunno
Ringrazia P per l'aiuto
Che cosa mi ha scritto P?
Cosa ha detto P nella riunione?
P ha risposto?
Quando vedo P?
Quando è il mio prossimo appuntamento con O?
Chi è di turno oggi?
Mostrami le ultime mail di P
Cerca la mail di P sul contratto
Riassumi il thread con P
I miei appuntamenti di oggi
Chiama P
`),
    facts: lines(`
Cerca chi ha fondato O
Scopri quando è stato costruito T
Cosa fa O?
Che cosa produce O?
Chi dirige O?
Chi ha fondato O?
Di chi è O?
Dove si trova la sede di O?
Quanti dipendenti ha O?
Notizie su O
Storia di O
Parlami di O
Parlami di T
Che cos'è T?
Cosa è successo a T?
Quando è stato costruito T?
Dove si trova T?
Quanto è alto T?
Quanti abitanti ha Torino?
Quanti anni ha F?
Chi è F?
Chi era F?
Cosa ha inventato F?
Quando è nato F?
Quando è morto F?
Dove è nata F?
Quali libri ha scritto F?
Biografia di F
Chi è il presidente della Francia?
Chi ha vinto i Mondiali del 2006?
Chi ha scritto il Decameron?
Qual è la capitale del Canada?
`),
    people: lines(`
Che cosa ha realizzato F?
Che cosa sai di F?
Cosa si sa di F?
Conosci F?
F biografia
Presentami F
Fai una ricerca su F
Scrivi un articolo su F
Scrivi un testo su F per il sito
Fammi un profilo di F
Riassumi la vita di F
Vorrei informazioni su F
Vorrei saperne di più su F
Devo presentare F. Cosa dico?
Dove vive F?
Dove ha studiato F?
Cosa faceva F prima?
Con chi è sposato F?
`),
    nothing: lines(`
Sei un consulente esperto. Analizza il testo seguente, indica i punti deboli e proponi una versione più chiara.
Inventa una fiaba su P
Scrivi una storia su un cavaliere di nome P
Cosa significa ricorsione?
Che cos'è una variabile?
Come si fa il pane?
Come si cucina il riso?
Come ordino una lista in Python?
Come stai?
Che ore sono?
Spiegami la ricorsione
Scrivi una poesia sul mare
Scrivi una storia su un drago
Inventa un nome per il mio cane
Raccontami una barzelletta
Traduci buongiorno in inglese
Correggi questa frase
Chi sei?
Perché fallisce il mio test?
Ciao
Spegni la luce
`),
    again: lines(`
Sul serio?
È vero?
Sei sicuro?
Sei sicura?
Ne sei sicuro?
Sei certo?
Non ci credo
Da dove viene?
Qual è la fonte?
Chi lo dice?
Continua
Vai avanti
Ancora
Ripeti
Più breve
Più corto per favore
Riassumilo
Riassumi in una frase
Più semplice
Riformulalo
Mettilo in una lista
In una tabella
In punti
Scrivilo come mail
Fanne una mail breve
In inglese per favore
Traducilo in inglese
Mandalo a P
Pubblicalo in #general
`),
    further: lines(`
Quando è successo?
Quando è nato?
Quando è stata fondata?
E prima di lui?
Dove vive?
Quanti anni ha?
E sua moglie?
E O?
Ha figli?
È sposata?
Quanto costa?
Sei sicuro che O sia fallita?
Grazie
Grazie mille
Perfetto
Ciao
Scrivi una mail a P sulla fattura
Riassumi le mie mail
`),
  },
  pt: {
    own: lines(`
Responda a P
Responda à mensagem de P
Escreva a P que estou doente
Envie o contrato para P
Mande a fatura para O
Encaminhe a mensagem de P
Diga a P que a proposta está pronta
Avise P que a reunião começa mais tarde
Pergunte a P se a sala está livre
Lembre P do prazo
Lembre-me de ligar para P
Convide P para a reunião
Mude a reunião com P para segunda
Cancele a chamada com O
Recuse o convite de P
Aceite o convite de P
Adicione P à reunião
Crie uma tarefa para P
Atribua o ticket a P
Anote que O compra no outono
Agradeça a P pela ajuda
O que P me escreveu?
O que P disse na reunião?
P já respondeu?
Quando encontro P?
Quando é minha próxima reunião com O?
Quem está de plantão hoje?
Mostre os últimos e-mails de P
Procure o e-mail de P sobre o contrato
Resuma a conversa com P
Meus compromissos de hoje
Ligue para P
`),
    facts: lines(`
Descubra quem fundou a O
Pesquise quando foi construído T
O que faz a O?
O que a O produz?
Quem dirige a O?
Quem fundou a O?
De quem é a O?
Onde fica a sede da O?
Quantos funcionários tem a O?
Notícias da O
História da O
Fale-me da O
Fale sobre T
O que é T?
O que aconteceu em T?
Quando foi construído T?
Onde fica T?
Qual é a altura de T?
Quantos habitantes tem o Porto?
Quantos anos tem F?
Quem é F?
Quem foi F?
O que F inventou?
Quando nasceu F?
Quando morreu F?
Onde nasceu F?
Que livros escreveu F?
Biografia de F
Quem é o presidente da França?
Quem ganhou a Copa de 2002?
Quem escreveu Os Lusíadas?
Qual é a capital do Canadá?
`),
    people: lines(`
O que F realizou?
O que você sabe sobre F?
O que se sabe de F?
Conhece F?
F biografia
Apresente F
Pesquise sobre F
Escreva um artigo sobre F
Escreva um post sobre F para o blog
Faça um perfil de F
Faça um resumo sobre F
Resuma a vida de F
Quero saber mais sobre F
Vou falar com F, o que preciso saber?
Qual é a carreira de F?
Onde mora F?
Onde F estudou?
Com quem F é casado?
`),
    nothing: lines(`
Você é um especialista em redação. Analise o texto a seguir, aponte os problemas e proponha uma versão mais clara, passo a passo.
Invente um conto sobre P
Escreva uma história sobre um cavaleiro chamado P
O que significa recursão?
O que é uma variável?
Como se faz pão?
Como cozinhar arroz?
Como ordeno uma lista em Python?
Como vai você?
Que horas são?
Explique a recursão
Escreva um poema sobre o mar
Escreva uma história sobre um dragão
Invente um nome para o meu cachorro
Conte uma piada
Traduza bom dia para o inglês
Corrija esta frase
Quem é você?
Por que meu teste falha?
Olá
Apague a luz
`),
    again: lines(`
Sério?
É verdade?
Tem certeza?
Você tem certeza?
Tens a certeza?
Não acredito
De onde vem isso?
Qual é a fonte?
Quem diz isso?
Continue
Continua
De novo
Repita
Mais curto
Mais curto por favor
Resuma isso
Resuma em uma frase
Mais simples
Reformule isso
Coloque em uma lista
Em uma tabela
Em tópicos
Escreva isso como um e-mail
Faça um e-mail curto com isso
Em inglês por favor
Traduza isso para o inglês
Envie isso para P
Publique isso em #general
`),
    further: lines(`
Quando foi isso?
Quando ele nasceu?
Quando foi fundada?
E antes dele?
Onde ela mora?
Quantos anos ele tem?
E a esposa dele?
E a O?
Ele tem filhos?
Ela é casada?
Quanto custa?
Tem certeza de que a O faliu?
Obrigado
Obrigada
Perfeito
Olá
Escreva um e-mail para P sobre a fatura
Resuma meus e-mails
`),
  },
  nl: {
    own: lines(`
Beantwoord het bericht van P
Antwoord P dat het goed is
Schrijf P dat ik ziek ben
Stuur het contract naar P
Stuur O de factuur
Stuur de mail van P door
Zeg tegen P dat de offerte klaar is
Laat P weten dat de vergadering later begint
Vraag P of de zaal vrij is
Herinner P aan de deadline
Herinner me eraan P te bellen
Nodig P uit voor de vergadering
Verplaats de afspraak met P naar maandag
Annuleer het gesprek met O
Weiger de uitnodiging van P
Accepteer de uitnodiging van P
Voeg P toe aan de vergadering
Maak een taak voor P
Wijs het ticket toe aan P
Noteer dat O in de herfst bestelt
Bedank P voor de hulp
Mail P de planning
Wat heeft P me geschreven?
Wat zei P in de vergadering?
Heeft P al geantwoord?
Wanneer zie ik P?
Wanneer is mijn volgende afspraak met O?
Wie heeft er vandaag dienst?
Toon de laatste mails van P
Zoek de mail van P over het contract
Vat de discussie met P samen
Mijn afspraken van vandaag
Bel P
`),
    facts: lines(`
Zoek uit wie O oprichtte
Zoek op wanneer T gebouwd is
wie O leidt
wie O heeft opgericht
Wat doet O?
Wat maakt O?
Wie leidt O?
Wie heeft O opgericht?
Van wie is O?
Waar zit het hoofdkantoor van O?
Hoeveel werknemers heeft O?
Nieuws over O
Geschiedenis van O
Vertel me over O
Vertel me over T
Wat is T?
Wat gebeurde er bij T?
Wanneer is T gebouwd?
Waar ligt T?
Hoe hoog is T?
Hoeveel inwoners heeft Utrecht?
Hoe oud is F?
Wie is F?
Wie was F?
Wat heeft F uitgevonden?
Wanneer is F geboren?
Wanneer stierf F?
Waar is F geboren?
Welke boeken schreef F?
Biografie van F
Wie is de president van Frankrijk?
Wie won het WK in 2010?
Wie schreef Max Havelaar?
Wat is de hoofdstad van Canada?
`),
    people: lines(`
Wat heeft F bereikt?
Wat weet je over F?
Wat is er bekend over F?
Ken je F?
F biografie
Stel F voor
Zoek informatie over F
Schrijf een artikel over F
Schrijf een tekst over F voor de site
Maak een profiel van F
Geef een overzicht van F
Vat het leven van F samen
Ik wil meer weten over F
Ik spreek straks F, wat moet ik weten?
Waar woont F?
Waar heeft F gestudeerd?
Wat deed F vroeger?
Met wie is F getrouwd?
`),
    nothing: lines(`
Je bent een ervaren redacteur. Lees de volgende tekst, noem de zwakke punten en stel een duidelijkere versie voor.
Verzin een sprookje over P
Schrijf een verhaal over ridder P
Wat betekent recursie?
Wat is een variabele?
Hoe bak je brood?
Hoe kook ik rijst?
Hoe sorteer ik een lijst in Python?
Hoe gaat het?
Hoe laat is het?
Leg recursie uit
Schrijf een gedicht over de zee
Schrijf een verhaal over een draak
Verzin een naam voor mijn hond
Vertel een mop
Vertaal goedemorgen in het Engels
Verbeter deze zin
Wie ben jij?
Waarom faalt mijn test?
Hallo
Doe het licht uit
`),
    again: lines(`
Echt?
Is dat zo?
Is dat waar?
Weet je het zeker?
Weet je dat zeker?
Ben je zeker?
Serieus?
Dat geloof ik niet
Waar komt dat vandaan?
Wat is je bron?
Wie zegt dat?
Ga verder
Ga door
Nog een keer
Herhaal dat
Korter
Korter graag
Maak het korter
Vat het samen
Vat dat samen in één zin
Eenvoudiger
Zeg het anders
Zet het in een lijst
In een tabel
In punten
Schrijf dat als mail
Maak er een korte mail van
In het Engels graag
Vertaal dat naar het Engels
Stuur dat naar P
Zet dat in #general
`),
    further: lines(`
Wanneer was dat?
Wanneer is hij geboren?
Wanneer is het opgericht?
En daarvoor?
Waar woont ze?
Hoe oud is hij?
En zijn vrouw?
En O?
Heeft hij kinderen?
Is ze getrouwd?
Wat kost het?
Weet je zeker dat O failliet is?
Bedankt
Dank je
Perfect
Hallo
Schrijf een mail aan P over de factuur
Vat mijn mails samen
`),
  },
  ru: {
    own: lines(`
Ответь P
Ответь на письмо P
Напиши P, что я заболел
Отправь договор P
Отправь счёт в O
Перешли письмо P в бухгалтерию
Скажи P, что предложение готово
Сообщи P, что встреча начнётся позже
Спроси P, свободна ли комната
Напомни P о сроке
Напомни мне позвонить P
Пригласи P на встречу
Перенеси встречу с P на понедельник
Отмени звонок с O
Отклони приглашение P
Добавь P во встречу
Создай задачу для P
Назначь тикет на P
Поблагодари P за помощь
Что мне написал P?
Что сказал P на встрече?
P уже ответил?
Когда у меня встреча с P?
Кто сегодня на дежурстве?
Покажи последние письма от P
Найди письмо P о договоре
Мои встречи сегодня
`),
    facts: lines(`
Узнай, кто основал O
Найди, когда построили T
Чем занимается O?
Что производит O?
Кто руководит O?
Кто основал O?
Кому принадлежит O?
Где находится штаб-квартира O?
Сколько сотрудников в O?
Новости O
История O
Расскажи об O
Расскажи про T
Что такое T?
Что случилось в T?
Когда построили T?
Где находится T?
Какая высота T?
Сколько жителей в Казани?
Сколько лет F?
Кто такой F?
Кто такая F?
Что изобрёл F?
Когда родился F?
Когда умер F?
Где родилась F?
Какие книги написал F?
Биография F
Кто президент Франции?
Кто выиграл чемпионат мира 2018 года?
Кто написал Обломова?
Какая столица Канады?
`),
    people: lines(`
Чего добился F?
Что ты знаешь о F?
Что известно о F?
Знаешь F?
F биография
Найди информацию о F
Собери сведения о F
Напиши статью о F
Напиши текст о F для сайта
Сделай портрет F
Хочу узнать больше о F
Я встречаюсь с F, что мне нужно знать?
Где живёт F?
Где учился F?
На ком женат F?
Чем известен F?
`),
    nothing: lines(`
Ты опытный юрист. Проверь следующий договор, укажи риски и предложи более ясную редакцию каждого пункта.
Придумай сказку про P
Придумай историю про рыцаря по имени P
Сочини сказку о P
Что значит рекурсия?
Что такое переменная?
Как испечь хлеб?
Как сварить рис?
Как отсортировать список в Python?
Как дела?
Который час?
Объясни рекурсию
Напиши стихотворение о море
Напиши рассказ о драконе
Придумай имя для моей собаки
Расскажи анекдот
Переведи доброе утро на английский
Исправь это предложение
Кто ты?
Почему падает мой тест?
Привет
Выключи свет
`),
    again: lines(`
Правда?
Точно?
Это точно?
Ты уверен?
Вы уверены?
Ты уверена в этом?
Серьёзно?
Не верю
Откуда это?
Откуда ты это знаешь?
Какой источник?
Кто это говорит?
Продолжай
Продолжи
Дальше
Ещё раз
Повтори
Короче
Покороче пожалуйста
Сократи это
Кратко в одном предложении
Проще
Перефразируй
Оформи списком
В виде таблицы
По пунктам
Напиши это письмом
Сделай из этого короткое письмо
На английском пожалуйста
Переведи это на английский
Отправь это P
Опубликуй это в #general
`),
    further: lines(`
Когда это было?
Когда он родился?
Когда её основали?
А до него?
Где она живёт?
Сколько ему лет?
А его жена?
А O?
У него есть дети?
Она замужем?
Сколько это стоит?
Ты уверен, что O обанкротилась?
Спасибо
Отлично
Привет
Напиши P письмо о счёте
`),
  },
  tr: {
    own: lines(`
P için bir yanıt yaz
P adlı kişinin mailini yanıtla
P'ye hasta olduğumu yaz
Sözleşmeyi P'ye gönder
Faturayı O'ya gönder
P'ye teklifin hazır olduğunu söyle
P'ye odanın boş olup olmadığını sor
P'ye son tarihi hatırlat
Bana P'yi aramayı hatırlat
P'yi toplantıya davet et
P ile randevuyu pazartesiye ertele
O ile görüşmeyi iptal et
P için bir görev oluştur
P bana ne yazdı?
P toplantıda ne dedi?
P cevap verdi mi?
P ile toplantım ne zaman?
Bugün kim nöbetçi?
P'nin son maillerini göster
Bugünkü toplantılarım
`),
    facts: lines(`
O ne yapar?
O ne üretir?
O'yu kim yönetiyor?
O'yu kim kurdu?
O kimin?
O'nun merkezi nerede?
O'nun kaç çalışanı var?
O haberleri
O'nun tarihi
Bana O hakkında bilgi ver
T hakkında bilgi ver
T nedir?
T ne zaman yapıldı?
T nerede?
T'nin yüksekliği ne kadar?
Bursa'nın nüfusu kaç?
F kaç yaşında?
F kimdir?
F ne zaman doğdu?
F ne zaman öldü?
F nerede doğdu?
F hangi kitapları yazdı?
F biyografisi
Fransa cumhurbaşkanı kim?
2018 Dünya Kupası'nı kim kazandı?
Kanada'nın başkenti neresi?
`),
    people: lines(`
F ne başardı?
F hakkında ne biliyorsun?
F hakkında ne biliniyor?
F'yi tanıyor musun?
F hayatı
F hakkında bilgi topla
F hakkında bir makale yaz
Sitemiz için F hakkında bir metin yaz
F'nin hayatını özetle
F ile konuşacağım, ne bilmeliyim?
F nerede yaşıyor?
F nerede okudu?
F kiminle evli?
F neden ünlü?
F kim?
`),
    nothing: lines(`
P hakkında bir masal uydur
Şövalye P hakkında bir hikâye yaz
Özyineleme ne demek?
Değişken nedir?
Ekmek nasıl yapılır?
Pilav nasıl pişirilir?
Python'da liste nasıl sıralanır?
Nasılsın?
Saat kaç?
Deniz hakkında bir şiir yaz
Bir ejderha hakkında masal yaz
Köpeğim için isim bul
Bana bir fıkra anlat
Günaydını İngilizceye çevir
Bu cümleyi düzelt
Sen kimsin?
Merhaba
Işığı kapat
`),
    again: lines(`
Gerçekten mi?
Bu doğru mu?
Emin misin?
Emin misiniz?
Bundan emin misin?
Ciddi misin?
İnanmıyorum
Bunu nereden biliyorsun?
Kaynağın ne?
Kim söylüyor?
Devam et
Devam et lütfen
Tekrar
Tekrarla
Daha kısa
Kısalt
Bunu özetle
Bir cümleyle özetle
Daha basit
Liste yap
Tablo halinde
Maddeler halinde
Bunu mail olarak yaz
Bundan kısa bir mail yap
İngilizce lütfen
Bunu İngilizceye çevir
Bunu P'ye gönder
`),
    further: lines(`
Ne zamandı?
Ne zaman doğdu?
Ne zaman kuruldu?
Ondan önce kim vardı?
Nerede yaşıyor?
Kaç yaşında?
Peki eşi?
Peki O?
Çocukları var mı?
Evli mi?
Fiyatı ne kadar?
Teşekkürler
Sağ ol
Merhaba
P'ye fatura hakkında mail yaz
`),
  },
  ja: {
    own: lines(`
Pのメールに返事を書いて
Pのメールに返事して
Pにメールを返して
Pに遅れると伝えてください
Pに会議が延期になったと知らせて
Pに契約書を送って
Oに請求書を送付して
Pのメールを経理に転送して
Pに部屋が空いているか聞いて
Pに締め切りをリマインドして
明日Pに電話するのを思い出させて
Pを会議に招待して
Pとの面談を月曜日に変更して
Oとの電話をキャンセルして
Pの招待を断って
Pの招待を承諾して
Pのタスクを作成して
チケットをPに割り当てて
Pにお礼のメッセージを書いて
Oとの会議のメモを追加して
Pは何と書いてきましたか
Pから何か連絡はありましたか
Pは会議で何と言いましたか
Pは返信しましたか
次のPとの会議はいつですか
Oは請求書を払いましたか
今日の当番は誰ですか
未読のメールを要約して
Pからの最新のメールを見せて
明日の予定は何ですか
今日の会議を見せて
カレンダーに歯医者を追加して
チャンネルにPが休みだと投稿して
`),
    facts: lines(`
Oの創業者を調べて
Tの歴史を調べて
Oの本社がどこか調べて
Oは何の会社ですか
Oは何を作っていますか
Oの社長は誰
Oを経営しているのは誰ですか
Oの創業者は誰ですか
Oはいつ設立されましたか
Oの本社はどこですか
Oの従業員数は？
Oの売上高を教えて
Oのニュース
Oの最新情報
Oの株価
Oの歴史
Oについて教えて
Tについて教えて
Tとは何ですか
Tはいつ起こりましたか
Tはいつ建てられましたか
Tはどこにありますか
Tの長さは？
Tの深さはどのくらいですか
札幌の人口は？
Fは何歳ですか
Fとは誰
Fはどんな人ですか
Fはいつ生まれましたか
Fはいつ亡くなりましたか
Fの生年月日
Fの代表作は何ですか
Fはどこの出身ですか
Fの経歴を教えて
Fの生涯を要約して
Fはノーベル賞を受賞しましたか
フランスの大統領は誰ですか
2018年のワールドカップで優勝したのは？
雪国を書いたのは誰ですか
カナダの首都はどこですか
`),
    people: lines(`
Fについての記事を作成して
Fに関する紹介文を書いて
Fのブログ記事を作って
Fの業績は何ですか
Fについて何を知っていますか
Fをご存じですか
Fのプロフィール
Fを紹介して
Fのことを調べてください
Fに関する記事を書いて
Fについてサイト用の文章を書いて
Fの人生をまとめて
もうすぐFと話すので、基本的な情報をください
Fはどこに住んでいますか
Fはどこの大学を出ましたか
Fの奥さんは誰
Fはなぜ有名ですか
Fって誰
Fの年齢
`),
    nothing: lines(`
あなたは経験豊富な編集者です。次の文章を読み、問題点を挙げ、より分かりやすい文章を提案してください。
Pという騎士の物語を書いて
Pの童話を作って
再帰とはどういう意味ですか
変数とは何ですか
パンの作り方を教えて
ご飯の炊き方は？
Pythonでリストを並べ替えるには？
元気ですか
今何時ですか
再帰を説明して
このコードを説明して
海についての詩を書いて
ドラゴンの物語を書いて
犬の名前を考えて
冗談を言って
おはようを英語に訳して
この文を直して
あなたは誰ですか
テストが失敗するのはなぜ
りんごが3個あり4個買います。全部で何個ですか
こんにちは
電気を消して
タイマーを10分にセットして
`),
    again: lines(`
本当？
本当に？
マジで？
それは本当ですか
確かですか？
それは確かですか
間違いないですか
信じられない
どこの情報ですか
出典は？
情報源は何ですか
誰が言っているのですか
最新の情報ですか
続けてください
続き
もう一度
もう一回言って
繰り返して
もっと短く
短くして
もう少し短くして
要約して
一文で要約して
もっと簡単に
簡単に言って
言い換えて
丁寧に言い直して
リストにして
表にして
箇条書きで
箇条書きでお願いします
メールにまとめて
短いメールにまとめて
それをメールの文面にして
英語で
英語でお願いします
それを英語に訳して
それをPに送って
それを#generalに投稿して
`),
    further: lines(`
それはいつですか
彼はいつ生まれましたか
設立はいつですか
彼の前は誰でしたか
どこに住んでいますか
何歳ですか
奥さんは？
Oは？
子供はいますか
結婚していますか
いくらですか
他の製品は何ですか
Oが倒産したのは確かですか
ありがとう
ありがとうございます
了解
こんにちは
Pに請求書についてメールを書いて
未読メールを要約して
詩を書いて
`),
  },
  zh: {
    own: lines(`
回复P的邮件
给P回信说可以
告诉P我会迟到
告诉P会议推迟了
通知P报价准备好了
把合同发给P
把发票发给O
把P的邮件转发给财务
问P会议室是否有空
提醒P截止日期
提醒我明天给P打电话
邀请P参加会议
把和P的会议改到周一
取消和O的电话
拒绝P的邀请
给P创建一个任务
把工单分配给P
给P写一封感谢信
P给我写了什么？
P在会上说了什么？
P回复了吗？
我什么时候和P开会？
O付款了吗？
今天谁值班
总结未读邮件
显示P最近的邮件
明天有什么安排
今天的会议
`),
    facts: lines(`
查一下O的创始人
查一下T的历史
O是做什么的？
O生产什么？
O的老板是谁？
谁领导O？
O的创始人是谁？
O是什么时候成立的？
O的总部在哪里？
O有多少员工？
O的新闻
O最新消息
O的股价
O的历史
介绍一下O
介绍一下T
T是什么？
T发生了什么？
T是什么时候建成的？
T在哪里？
T有多高？
成都有多少人口？
F几岁了？
F是谁
F是什么时候出生的？
F是什么时候去世的？
F出生在哪里？
F写了哪些书？
F的生平
法国总统是谁？
谁赢得了2018年世界杯？
红楼梦是谁写的？
加拿大的首都是哪里？
`),
    people: lines(`
F有什么贡献？
你知道F吗
关于F你知道什么？
F的简介
F的个人资料
介绍F
查一下F
搜索F的信息
写一篇F的文章
给网站写一段关于F的介绍
总结F的一生
我马上要和F谈话，我需要知道什么？
F住在哪里？
F在哪里上的学？
F的妻子是谁？
F为什么出名？
F多大年纪
`),
    nothing: lines(`
你是一位经验丰富的编辑。请阅读下面的文章，指出问题，并给出更清楚的版本。
编一个关于P的童话
写一个名叫P的骑士的故事
递归是什么意思？
什么是变量？
怎么做面包？
怎么煮米饭？
怎么用Python排序列表？
你好吗
现在几点
解释一下递归
写一首关于大海的诗
写一个关于龙的故事
给我的狗起个名字
讲个笑话
把早上好翻译成英文
改正这个句子
你是谁
我的测试为什么失败
你好
关灯
`),
    again: lines(`
真的吗？
真的？
确定吗？
你确定吗？
这是真的吗
是这样吗
我不信
这是从哪里来的？
来源是什么？
你从哪里知道的？
谁说的？
继续
请继续
再说一遍
重复一下
短一点
简短一些
总结一下
用一句话总结
简单一点
换个说法
列成清单
做成表格
用要点列出
写成一封邮件
写成简短的邮件
用英文
翻译成英文
把这个发给P
发到#general
`),
    further: lines(`
那是什么时候？
他什么时候出生的？
什么时候成立的？
在他之前是谁？
她住在哪里？
他多大了？
他的妻子呢？
O呢？
他有孩子吗？
她结婚了吗？
多少钱？
你确定O破产了吗
谢谢
好的
你好
给P写一封关于发票的邮件
总结我的邮件
`),
  },
  ko: {
    own: lines(`
P의 메일에 답장해 줘
P에게 늦는다고 전해 줘
P에게 회의가 연기됐다고 알려 줘
P에게 계약서를 보내 줘
O에 청구서를 보내 줘
P의 메일을 전달해 줘
P에게 회의실이 비었는지 물어봐 줘
P에게 마감일을 상기시켜 줘
P를 회의에 초대해 줘
P와의 약속을 월요일로 옮겨 줘
O와의 통화를 취소해 줘
P의 초대를 거절해 줘
P의 할 일을 만들어 줘
P가 나에게 뭐라고 썼어?
P가 회의에서 뭐라고 했어?
P가 답장했어?
P와의 회의는 언제야?
오늘 누가 당직이야?
안 읽은 메일을 요약해 줘
내일 일정이 뭐야?
`),
    facts: lines(`
O의 창립자를 찾아 줘
T의 역사를 찾아 줘
O는 뭐 하는 회사야?
O는 무엇을 만들어?
O의 대표는 누구야?
O를 누가 설립했어?
O는 언제 설립됐어?
O의 본사는 어디야?
O의 직원은 몇 명이야?
O 뉴스
O의 주가
O의 역사
O에 대해 알려 줘
T에 대해 알려 줘
T는 무엇인가요?
T는 언제 일어났어?
T는 어디에 있어?
T의 높이는?
대전의 인구는?
F는 몇 살이야?
F는 누구인가요?
F는 언제 태어났어?
F는 언제 죽었어?
F는 무슨 책을 썼어?
F의 생애
프랑스 대통령은 누구야?
2018년 월드컵은 누가 이겼어?
캐나다의 수도는 어디야?
`),
    people: lines(`
다음 주에 F를 만나는데 뭘 알아야 해?
F를 만나기 전에 알아야 할 것을 알려 줘
모레 F와 회의가 있는데 뭘 준비해야 해?
F는 무엇을 이뤘어?
F에 대해 무엇을 알아?
F를 알아?
F 소개
F에 대한 정보를 찾아 줘
F에 대한 기사를 써 줘
사이트에 올릴 F 소개 글을 써 줘
F의 인생을 요약해 줘
곧 F와 이야기하는데 뭘 알아야 해?
F는 어디에 살아?
F는 어디에서 공부했어?
F의 아내는 누구야?
F는 왜 유명해?
F는 어떤 사람인가요?
F 나이
F 경력
`),
    nothing: lines(`
P라는 기사의 이야기를 써 줘
P에 대한 동화를 지어 줘
재귀가 무슨 뜻이야?
변수가 뭐야?
빵은 어떻게 만들어?
밥은 어떻게 지어?
파이썬에서 리스트를 어떻게 정렬해?
잘 지내?
지금 몇 시야?
재귀를 설명해 줘
바다에 대한 시를 써 줘
용에 대한 이야기를 써 줘
강아지 이름을 지어 줘
농담해 줘
좋은 아침을 영어로 번역해 줘
이 문장을 고쳐 줘
너는 누구야?
안녕
불 꺼 줘
`),
    again: lines(`
정말?
정말이야?
진짜?
확실해?
그게 확실해?
그게 사실이야?
못 믿겠어
출처가 뭐야?
어디서 나온 정보야?
누가 그래?
계속해
계속해 줘
다시 한 번
다시 말해 줘
더 짧게
짧게 해 줘
요약해 줘
한 문장으로 요약해 줘
더 쉽게
다르게 말해 줘
목록으로 만들어 줘
표로 만들어 줘
요점으로 정리해 줘
짧은 메일로 써 줘
그걸 메일로 써 줘
영어로
영어로 번역해 줘
그걸 P에게 보내 줘
`),
    further: lines(`
그게 언제야?
그는 언제 태어났어?
언제 설립됐어?
그 전에는 누구였어?
어디에 살아?
몇 살이야?
아내는?
O는?
아이가 있어?
결혼했어?
얼마야?
고마워
감사합니다
알겠어
안녕
P에게 청구서에 대한 메일을 써 줘
`),
  },
  ar: {
    own: lines(`
رد على رسالة P
رد على P بأن الموعد مناسب
أخبر P أنني سأتأخر
أخبر P أن العرض جاهز
أرسل العقد إلى P
أرسل الفاتورة إلى O
أعد توجيه رسالة P
اسأل P إن كانت القاعة متاحة
ذكر P بالموعد النهائي
ذكرني بالاتصال مع P
ادع P إلى الاجتماع
انقل الموعد مع P إلى الاثنين
ألغ المكالمة مع O
ارفض دعوة P
أنشئ مهمة لـ P
ماذا كتب لي P؟
ماذا قال P في الاجتماع؟
هل رد P؟
متى اجتماعي مع P؟
من المناوب اليوم؟
اعرض آخر رسائل P
لخص رسائلي غير المقروءة
ما هي مواعيدي غدا؟
`),
    facts: lines(`
ابحث عمن أسس O
ابحث عن تاريخ T
ماذا تفعل شركة O؟
ماذا تنتج O؟
من يدير O؟
من أسس O؟
متى تأسست O؟
أين يقع مقر O؟
كم عدد موظفي O؟
أخبار O
تاريخ O
حدثني عن O
حدثني عن T
ما هو T؟
ماذا حدث في T؟
متى بني T؟
أين يقع T؟
كم ارتفاع T؟
كم عدد سكان الإسكندرية؟
كم عمر F؟
من هو F؟
من كان F؟
متى ولد F؟
متى مات F؟
أين ولد F؟
ما هي كتب F؟
سيرة F
من هو رئيس فرنسا؟
من فاز بكأس العالم 2018؟
ما هي عاصمة كندا؟
`),
    people: lines(`
ما هي إنجازات حياة F؟
ماذا تعرف عن F؟
هل تعرف F؟
معلومات عن F
ابحث عن معلومات عن F
اكتب مقالا عن F
اكتب نصا عن F للموقع
لخص حياة F
سأتحدث مع F، ماذا يجب أن أعرف؟
أين يعيش F؟
أين درس F؟
من هي زوجة F؟
لماذا F مشهور؟
`),
    nothing: lines(`
اخترع حكاية عن P
اكتب قصة عن فارس اسمه P
ماذا تعني كلمة تعاطف؟
ما هو المتغير في البرمجة؟
كيف أخبز الخبز؟
كيف أطبخ الأرز؟
كيف أرتب قائمة في Python؟
كيف حالك؟
كم الساعة؟
اشرح لي العودية
اكتب قصيدة عن البحر
اكتب قصة عن تنين
اخترع اسما لكلبي
احك لي نكتة
ترجم صباح الخير إلى الإنجليزية
صحح هذه الجملة
من أنت؟
مرحبا
أطفئ النور
`),
    again: lines(`
حقا؟
هل هذا صحيح؟
هل أنت متأكد؟
هل أنت متأكد من ذلك؟
بجد؟
لا أصدق
من أين هذا؟
ما هو المصدر؟
من قال ذلك؟
استمر
أكمل
تابع من فضلك
مرة أخرى
أعد ذلك
أقصر
اختصر ذلك
لخص ذلك
لخصها في جملة واحدة
أبسط
أعد الصياغة
ضعها في قائمة
في جدول
في نقاط
اكتبها كرسالة قصيرة
بالإنجليزية من فضلك
ترجمها إلى الإنجليزية
أرسل هذا إلى P
`),
    further: lines(`
متى كان ذلك؟
متى ولد؟
متى تأسست؟
ومن كان قبله؟
أين تعيش؟
كم عمره؟
وزوجته؟
هل لديه أطفال؟
هل هي متزوجة؟
كم السعر؟
شكرا
شكرا جزيلا
ممتاز
مرحبا
اكتب رسالة إلى P بشأن الفاتورة
`),
  },
};

/** Prompts about a person in languages that the gate has no list of. */
export const PEOPLE_ELSEWHERE = lines(`
Hvem er F?
Fortæl mig om F
Skriv en artikel om F
Kdo je F?
Povídej mi o F
Napiš článek o F
Kuka on F?
Kerro minulle F
Ki az a F?
Mesélj F
Cine este F?
Vorbește despre F
Kush është F?
Siapa itu F?
Ceritakan tentang F
Tulis artikel tentang F
F là ai?
Ποιος είναι ο F;
Hver er F?
Segðu mér frá F
`);

/** Names by the script that they are written in. */
const FOREIGN_NAMES = {
  latin: {
    P: [
      "Anna",
      "Markus",
      "Sabine Vogt",
      "Lukas Brandt",
      "Claire Fontaine",
      "Hugo Martin",
      "Lucia",
      "Jorge Ramos",
      "Herrn Keller",
      "Giulia",
      "Pedro Alves",
      "Daan",
      "Eva Lindgren",
      "Tom",
    ],
    O: [
      "Bosch",
      "Nestlé",
      "Volvo",
      "Deutsche Bahn",
      "Danone",
      "Santander",
      "Fiat",
      "Petrobras",
      "Heineken",
      "Stripe",
      "Allianz",
      "Michelin",
      "Ferrovial",
      "Nokia",
    ],
    T: [
      "Stonehenge",
      "Waterloo",
      "Machu Picchu",
      "der Eiffelturm",
      "Pompeji",
      "Brexit",
      "die Titanic",
      "Vesuv",
      "Alhambra",
      "Everest",
      "Mona Lisa",
      "Titicaca",
    ],
    F: [
      "Marie Curie",
      "Pablo Picasso",
      "Angela Merkel",
      "Frida Kahlo",
      "Umberto Eco",
      "Greta Thunberg",
      "Wangari Maathai",
      "Linus Torvalds",
      "Nelson Mandela",
      "Astrid Lindgren",
      "Björk",
      "Voltaire",
      "Pelé",
      "Madonna",
    ],
  },
  ru: {
    P: ["Анна", "Иван Петров", "Олег", "Мария Смирнова", "Сергей", "Елена"],
    O: ["Газпром", "Яндекс", "Сбербанк", "Сименс", "Аэрофлот"],
    T: ["Байкал", "Эрмитаж", "Чернобыль", "Эверест", "Ватерлоо"],
    F: ["Лев Толстой", "Юрий Гагарин", "Анна Ахматова", "Мария Кюри", "Илон Маск"],
  },
  ja: {
    P: ["木村さん", "高橋さん", "伊藤さん", "渡辺部長", "山本さん", "中村さん", "小林さん"],
    O: ["ソニー", "任天堂", "ホンダ", "日立", "楽天", "Stripe", "キヤノン"],
    T: ["琵琶湖", "明治維新", "東京タワー", "関ヶ原の戦い", "エベレスト", "姫路城"],
    F: ["宮崎駿", "黒澤明", "夏目漱石", "村上春樹", "大谷翔平", "Marie Curie", "北野武"],
  },
  zh: {
    P: ["小王", "李娜", "张伟", "陈经理", "刘洋", "赵敏"],
    O: ["华为", "腾讯", "阿里巴巴", "小米", "Stripe", "比亚迪"],
    T: ["长城", "故宫", "鸦片战争", "黄河", "珠穆朗玛峰"],
    F: ["马云", "鲁迅", "李白", "屠呦呦", "姚明", "Marie Curie"],
  },
  ko: {
    P: ["민수 씨", "서연", "김 부장님", "지훈", "박영희 씨", "최 대리님"],
    O: ["삼성", "네이버", "카카오", "현대", "Stripe"],
    T: ["한라산", "경복궁", "한국 전쟁", "에베레스트"],
    F: ["세종대왕", "손흥민", "봉준호", "김연아", "Marie Curie"],
  },
  ar: {
    P: ["سارة", "أحمد", "ليلى حسن", "عمر", "خالد"],
    O: ["أرامكو", "سامسونج", "نستله", "Stripe", "اتصالات"],
    T: ["الأهرامات", "قناة السويس", "برج إيفل", "إيفرست"],
    F: ["نجيب محفوظ", "محمد صلاح", "فيروز", "أحمد زويل", "Marie Curie"],
  },
} as const;

/** Fills the places of a line with names of its script, others for each line and each `round`. */
export function fillForeign(language: Exclude<Language, "en">, line: string, at: number, round = 0): string {
  const names = FOREIGN_NAMES[language in FOREIGN_NAMES ? (language as keyof typeof FOREIGN_NAMES) : "latin"];
  let taken = at * 5 + round * 2;
  return line.replace(
    /(?<![A-Za-zÀ-ɏ0-9])([POTF])(?![A-Za-zÀ-ɏ0-9])/gu,
    (whole, slot: keyof typeof names, place: number) => {
      // "O que faz": in Portuguese "O" opens a sentence too.
      if (language === "pt" && slot === "O" && place === 0) return whole;
      taken += 1;
      return names[slot][taken % names[slot].length] ?? whole;
    },
  );
}
