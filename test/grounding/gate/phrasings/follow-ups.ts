/** Turns on the last answer, for learning; places as in requests.ts, and `L` for a language. */
export const ON_THE_LAST_ANSWER = `
Who says so?
who says
Who says that?
Says which source?
Says you
says where?
According to who?
And who says?
Who told you?
Who claims that?
tl;dr
tl;dr please
tldr
TL;DR version
Check that again
Please check again
Can you check that?
Could you check again?
Can you verify that?
Verify it please
Would you check your sources?
Say the last part again
Repeat the first point
Read that to me again
Repeat the answer
Cite the sentence
Show me the sentence
Show the passage it is from
Give me a short version
Give me the long version
Give me that in one line
Seriously?
Is that so?
Is that right?
Is this true?
Is this really true?
Are you certain?
Are you certain of that?
Are you really sure?
Are you sure this is right?
How sure are you?
How can you be sure?
How come?
You sure?
Sure about this?
For real?
No way.
I doubt that.
I doubt it.
I am not sure about that.
I don't think that is right.
That is wrong.
That sounds wrong.
That sounds odd.
That does not sound right.
This can't be true.
Hm, really?
Who told you that?
Who says that?
Says the press?
According to whom?
Continue, please
Continue with that
resume
Who claims this?
Where is that from?
Where does this come from?
Where did you get that?
Where did you get this from?
Where did you read that?
Where can I read that?
What is your source?
What are your sources?
What's the source for that?
Which page says that?
Which site is this from?
Which of the sources says this?
What does the source say exactly?
Do you have a source?
Do you have a link?
Do you have proof?
Give me your sources.
Give me the link.
Give me the sources, please.
Show me the source.
Show the sources
Show me where it says so.
Can you prove it?
Can you show me the source?
Can you cite that?
Cite your sources
Cite that
Quote that
Quote it word for word
Quote the page
Source?
Sources please
Link?
Proof?
Why do you say so?
Why do you think so?
What makes you say that?
How did you find out?
How did you come to this?
How do you know that?
What do you mean?
What does that mean?
What did you mean by this?
What exactly do you mean?
I don't understand.
I did not get that.
I don't follow.
Sorry, what?
Pardon?
Come again?
Again please
Once more
Say it again
Repeat that
Repeat it please
Go ahead
Keep going
Carry on
Please continue
Please go on
Next
More
Tell me more
A bit more
More details
More detail please
Some more please
Anything else?
And
And?
And so?
But?
What else?
So?
So what?
Ok and?
Ok, go on
Yes, go on
Yes please
And then?
Is that all?
That's all?
That is all you have?
Can you expand on that?
Can you elaborate?
Elaborate please
Expand on this
Explain that
Explain this to me
Explain it simply
Explain it to my mother
Explain that like I'm ten
Can you explain that again?
Put it simply
Put it in simple terms
Put that more simply
Put that into a table
Put it in one sentence
Put this into two lines
Put that in a list
Put it in a mail
Put that in my notes
Put it on our wiki
Put that into the N
Turn it into a list
Turn this into bullet points
Turn that into a tweet
Turn it into a mail to P
Turn this into a note for P
Make it a list
Make that a short text
Make this a post
Make it longer
Make it sound friendlier
Make that more formal
Make bullets of it
Make a table of that
Format it as a table
Format that as bullets
As a list please
As a table
as bullets
in bullets
in bullet form
In one sentence
in two lines
In short?
In a nutshell?
In plain English
In your own words
Short version?
Short version please
shorter
longer
simpler
more formal
Shorten it
Shorten this
Shorten that a bit
Condense this
Summarise that
Summarise this in one line
Sum that up
Sum it up
Sum this up in two sentences
Boil it down
Rephrase it
Reword this
Rewrite it for P
Rewrite this as a mail
Rewrite that in a friendly tone
Write that down
Write it down for me
Write it as a mail
Write it as a letter
Write this up
Write this up as a memo
Write it up for my boss
Write it up for the team
Write that up as an email to P
Write a mail with that
Write a short mail about it
Write a note about that
Write P a mail with this
Draft a mail with it
Draft a reply to P with that
Draft an answer to P with this
Reply to P with that
Reply to P with this
Answer P with it
Write back to P with this
Send P a reply with that
Create a task for P with this
Draft that as a mail
Draft an email to P about this
Draft a message to my team with that
Draft a post from this
Compose a tweet from that
Make a post of it
Use that in a mail to P
In L
in L please
and in L?
Now in L
Say that in L
Say it in L please
Translate that
Translate it to L
Translate this into L for P
Can I have that in L?
Send it
Send it to me
Send that to P
Send it to the team
Send this to my boss
Send that to anna@corp.example
Email that to P
Email it to me
Mail it to P and P
Mail this to the board
Forward that to P
Forward this to anna@corp.example
Share it with P
Share that in #general
Post it
Post that in #random
Post this to the team channel
Tell P that
Tell P about this
Tell my team about it
Let P know
Let the team know about that
Message it to P
Add it to the N
Add that to the agenda
Add this to my calendar
Save it
Save that
Save this to my notes
Save it in the wiki
Store that in Notion
Log it in the CRM
Log that
Note that down
Note it in the CRM
Create a ticket from this
Create a task with it
Create a page with that
Open a ticket with this
Attach it to the N
Copy that into the N
Keep that for D
Remind me of that on D
Print it
Read it to me
Ok, mail it
Ok, now send that to P
Great, post it to #general
Good, now shorter
Nice. Now as bullets.
Thanks, now in L
Perfect, send it to P
Now put it in a table and send it to P
Can you put that in an email?
Can you make that shorter?
Can you turn it into bullets?
Can you send me that?
Can you mail that to P?
Could you write that up?
Could you shorten this?
Could you say that in L?
Would you post that to #general?
Please shorten it
Please rephrase that
Please send it to P
Please put it in my notes
Please quote your source
`
  .trim()
  .split("\n");

/** Turns that say something new, or nothing: none is on the last answer. */
export const NOT_ON_THE_LAST_ANSWER = `
Translate this: good evening
Rephrase this: I will be late
Summarise this: the meeting is on D
Shorten this: we met and talked about the N
forget it
nothing
whatever
stop
wait
sorry
oops
fine
sure
please
help
agreed
anyway
the last one
none
none of them
nobody
no one
skip it
no matter
leave it
both
both of them
either
either one
all of them
her husband
his salary
their founder
the price
the population
the capital
the war
the treaty
Lisbon
Norway
the second wife
her books
his brothers
the headquarters
the name of the ship
and Lisbon
and the wife
the year
the exact date
sa femme
ses frères
leurs filles
son âge
la guerre
le prix
la capitale
Lisbonne
sa mort
ses livres
la date exacte
et sa mère
le siège
sa fortune
ses fils
seine Frau
ihre Bücher
ihr Mann
der Preis
die Hauptstadt
der Krieg
Lissabon
seine Brüder
das Geburtsjahr
und ihre Mutter
der Sitz
sein Vermögen
ihre Töchter
su esposa
sus hermanos
sus libros
el precio
la capital
la guerra
Lisboa
su muerte
la fecha exacta
y su madre
la sede
su fortuna
sus hijas
sua moglie
i suoi fratelli
i suoi libri
il prezzo
la capitale
la guerra
Lisbona
la sua morte
e sua madre
la sede
le sue figlie
a esposa dele
os irmãos dela
os livros
o preço
a capital
a guerra
Lisboa
a morte dele
e a mãe
a sede
as filhas
zijn vrouw
haar boeken
zijn broers
de prijs
de hoofdstad
de oorlog
Lissabon
zijn dood
en zijn moeder
het hoofdkantoor
haar dochters
его жена
её книги
его братья
цена
столица
война
Лиссабон
его смерть
и его мать
штаб-квартира
её дочери
jego żona
jej książki
cena
stolica
wojna
Lizbona
jego śmierć
i jego matka
siedziba
karısı
kitapları
fiyatı
başkent
savaş
Lizbon
ölümü
ve annesi
merkezi
彼の妻
彼女の本
価格
首都
戦争
リスボン
彼の死
母親は
他的妻子
她的书
价格
首都
战争
里斯本
他的母亲
그의 아내
그녀의 책
가격
수도
전쟁
리스본
زوجته
كتبها
السعر
العاصمة
الحرب
لشبونة
उनकी पत्नी
उनकी किताबें
कीमत
राजधानी
युद्ध
yes
no
the second
the first one
Can you check the N?
Check my calendar
Can you check whether P replied?
Show me the N
thanks
thank you
Thanks a lot!
ok
okay
great
great, thanks
cool
got it
perfect
nice
good morning
bye
hello
When was that?
When was it built?
When did it start?
When did he die?
When did she start there?
Where was he born?
Where is it?
Where is it based?
Where are they located?
Where does she live?
Who built it?
Who was the first?
Who is the owner?
Who owns it?
Who runs it now?
Who came before him?
Who are its rivals?
Who else was there?
What does it cost?
What does it make?
What did he study?
What did she win?
What was his first job?
What is it called?
What is its revenue?
What about the founder?
What about his wife?
What about the price?
What about Norway?
What about in 2015?
What happened then?
What happened after the war?
And his brother?
And the second one?
And in 2010?
And in France?
And who owns it?
And how old is she?
How old is it?
How old was she?
How tall is he?
How many are there?
How many people work there?
How much did it cost?
How big is it?
How did it end?
How did they meet?
Why did he leave?
Why did it fail?
Why was it built?
Is it still open?
Is he married?
Is she still alive?
Is it bigger than the first one?
Is it true that he was arrested?
Are they still together?
Are you sure that P was there?
Are there any others?
Did he have children?
Did they win?
Did it work?
Does she have a degree?
Does it pay a dividend?
Has it been sold?
Has he written books?
Was it expensive?
Were they friends?
Really? And when did it open?
Ok. And who founded it?
Tell me more about the founder
Tell me about his family
Tell me about O instead
More about the war
Go on with the history of the T
Explain how it was built
Explain why they split
Compare it with O
Compare that to the T
List its products
List his films
Write a mail about O
Write a poem about it
Write that P is late
Put the founding year of O in bullets
Translate good morning into L
Summarise my unread mails
Shorten my last mail
Send P the N
Send the N to P
Add milk to my list
Remind me to call P
Post "hello" to #general
Post the N in #general
Draft a mail to P about the N
Create a ticket for the login bug
Now it broke. Why?
It no longer works. Why?
It stopped. Why?
Fix this: x = 1
Now fix that bug
Now repair this: let x
Are you sure that O is Italian?
Are you sure P lives there?
Is O really Swedish?
Is it true that O was sold?
Write a mail about how O began
Turn off the lights
Say hello to P
Repeat after me
Next meeting?
More coffee
Source code of the parser
Cite the law on overtime
Quote for O
Link the N to the deal
Proof of payment from O
Save the N
Print the N
`
  .trim()
  .split("\n");

export const LANGUAGES_ASKED_FOR = [
  "German",
  "French",
  "Spanish",
  "Swedish",
  "Polish",
  "Japanese",
  "Dutch",
  "Italian",
] as const;
