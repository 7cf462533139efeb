import { LANGUAGES_ASKED_FOR } from "./follow-ups.ts";

/**
 * Requests that the gate is learned from, one a line: `P` stands for a person, `O` for an organisation, `T`
 * for another named thing, `N`, `B` and `D` for a thing, a matter and a day at work, `C` for a notion, `K`
 * for a company in one word, `M` for a part of a program.
 */
const lines = (text: string): readonly string[] => text.trim().split("\n");

/** Orders and questions about the user's own work. */
export const OWN_WORK = lines(`
Tell P when P is here
Tell P when P leaves
Tell P when the N is ready
Let P know when P is back
Let P know when the N arrives
Is P still ill?
Is P still out?
Is P still on holiday?
Is P still on parental leave?
Is P free on D?
Is P free this afternoon?
Is P free for lunch?
Is P available on D?
Is P around on D?
Is P back yet?
Is P back from holiday?
Is P busy on D?
Is P reachable today?
Is P late again?
Is P still waiting for the N?
Has P signed the contract?
Has P sent the slides yet?
Has P got back to us about the quote?
Has anybody from O written today?
Has O confirmed the delivery?
Have we invoiced O for March?
Have I answered P?
Did P confirm the dinner?
Did P read my message?
Did P mention the deadline in the chat?
Did O sign off on the proposal?
Did we renew the licence with O?
Did anyone reply to P?
Is P coming to the review?
Is P in the office today?
Is P on vacation next week?
Is P still my manager in the tool?
Is P assigned to this ticket?
Is O in our CRM?
Is the offer to O approved?
Is there a meeting with P today?
Are P and O on the same thread?
Was P invited to the offsite?
Was the invoice of O paid?
Does P have access to the folder?
Does P know about the change?
Does O have an open ticket with us?
Can P take my shift?
Can P see my calendar?
Will P join the call?
Will O send someone to the workshop?
What did P reply?
What did P write about the contract?
What did P say in the meeting?
What did P want from me?
What did P decide about the layout?
What did O answer to our offer?
What did we promise O?
What does P think of my draft?
What does P need from us?
What does the mail from P say?
What is P working on this sprint?
What is P's extension?
What is P's email address?
What is the last message from P?
What is the deal size of O in the pipeline?
What is next on P's list?
What has P closed this week?
What time does P arrive for the meeting?
What are the open points with O?
Where did P save the file?
Where is P sitting today?
Where is the note about P?
Where is the contract with O?
Where can I find P's report?
When did P last log in?
When did we last talk to O?
When did P send the invoice?
When does P leave for the airport?
When is P's review due?
When is P back?
When is the call with P?
When is our demo at O?
Who at O is our contact?
Who invited P to the meeting?
Who answered P?
Who is meeting P tomorrow?
Who owns the account of O?
Who spoke with P last?
Which mails did P send me this week?
Which files did P share?
Which meetings do I have with P?
Which tickets did P open?
Which invoices of O are unpaid?
How did P respond to the feedback?
How often did I meet P this year?
How many days off has P left?
How many tickets has O raised?
How much does O owe us?
How much did we quote O?
Why did P decline my invite?
Why did O cancel the order with us?
why is p not on the invite
where are the notes from the call with p
when did i last email p
find p's mail about the budget
any reply from p
any news from p about the contract
reply to p yes
Show the thread with P
Show P's tickets
Show me what P posted in the channel
Show me my notes on O
Show every deal with O
List everything P is assigned to
List the people from O in my contacts
List P's comments on the doc
Find the file that P attached
Find my notes from the call with O
Find the message where P gives the dates
Find a slot with P next week
Find the contract of O in the drive
Search the inbox for P
Search the channel for O
Look in the CRM for P
Look for P's offer in my mail
Open P's last mail
Open the page about O in Notion
Read me the mail from P
Read out what P wrote
Get P's number from my contacts
Pull up the account of O
Check the status of O in the CRM
Check whether P is free
Check P's comments on the ticket
Check if O has paid
Count the mails from O
Summarise P's mail
Summarise the discussion between P and me
Summarise the ticket that O opened
Summarise our call with P
Summarise the feedback from O
Sum up what P wants
Sum up my meeting with O
Recap the thread with P
Explain what P means in the last mail
Explain P's comment on my pull request
Compare P's offer with ours
Translate P's message into German
Translate the letter to O
Rewrite my answer to P
Proofread the proposal for O
Shorten P's text to one paragraph
Turn P's notes into tasks
Write a reference for P, who worked with us
Write the agenda for the call with O
Write the minutes of the meeting with P
Write a follow-up to O
Write up my talk with P
Write a job ad for P's team
Write a thank you to P for the flowers
Prepare the contract for O
Prepare my call with P: list the open points
Prepare a quote for O
Prepare slides for the meeting at O
Plan my visit at O
Plan the onboarding of P
Book a table for P and me
Book a flight to P's wedding
Reserve a desk for P
Schedule an interview with P
Schedule a follow-up with O
Block an hour for P
Move the call with O
Move P to the other team
Cancel P's booking
Cancel our subscription at O
Reschedule with P
Set a reminder for P's birthday
Set P as the reviewer
Add P to the channel
Add P's flight to my calendar
Add O as a customer
Add a deal for O
Add P and P to the invite
Put P on the list
Put the call with O on Monday
Create a deal for O worth 20000
Create a contact for P at O
Create a contact: P, O, +49 30 1234
Create a task for P
Create a folder for O
Create a channel for the project with O
Update P's address
Update the record of O
Update the ticket with what P said
Change P's role to admin
Assign P to the ticket
Assign the account of O to P
Close the deal with O
Close P's ticket
Mark P's mail as read
Mark O as lost
Log my meeting with P
Log the visit at O
Save P's vCard
Save this address for O
Record that P paid
Remove P from the project
Remove O from the pipeline
Delete P's draft
Archive everything from O
Block P's calendar on Friday
Approve P's request
Decline P's invite
Accept the offer of O in the portal
Pay O
Refund O
Order a cake for P
Buy a gift for P
Print P's contract
Sign the form from O
Submit P's expense report
Upload the photo of P
Attach P's CV
Share my screen with P
Give P write access
Follow up with P on Friday
Follow up with O about the invoice
Get in touch with P
Connect me with P
Introduce P to the team in #general
Meet P at nine
Meeting with P at ten, block the time
Lunch with P on Friday
Call P
Call O about the invoice
Watch for mail from O
Wake me when P writes
Let me know when P answers
Tell me when O pays
Tell me what P wrote
Tell me what is open with O
Tell me about my meeting with P
Give me the notes from P
Give me all mails of O
I met P of O today
I spoke to P about the renewal
I am waiting for P
I have a call with O at noon
I need P's signature on the contract
I owe P an answer
P called, she wants the slides
P from O wants a discount
P is out sick
P is joining our team on Monday
Note: P prefers mornings
Note on O: wants to renew in May
the report for P
the signed contract with O
the slides that P made
the agenda for the call with P
the minutes of our meeting with O
the invoice for O
the link to P's doc
the address of the venue
the file
our offer to O
my notes on the call with P
about the invoice of O
about P's vacation
about our meeting with P
about the delay of the shipment
about their late payment
on the meeting with P
on our project with O
with the new dates
with P's comments
with the quote for O
the call was moved to Monday
the build is green
P is late
P has moved to the third floor
P took over the account of O
O signed the contract
lunch is ready
what we decided
who comes to the party
when the meeting starts
where we meet
how the demo went
what P said in the meeting
why I am late
the meeting room
the new office hours
the results of our survey
the status of the project
the price of our plan
the revenue of our team this month
the founder of the list
Who in our team is against the B?
Who in our team talked to P?
Who of us was against P?
Who in my company voted for P?
When did P tell us about the B?
When did P hand the N to us?
When did P join our team?
When did P start working for us?
Why did P leave our team?
Why did P leave us?
Did P tell us why she left O?
Did P tell us about the B?
How long has P worked for us?
List the N in which P mentions the B
List all N that mention O
Find every N in which O is named
Find the N where P talks about the B with O
Summarise what P wrote about the B with O
Summarise what P said about O in the N
Summarise what we know about the B
What did P write about the B with O?
what P wrote about the B
Update P's phone number in the CRM
Update the phone number of P in our CRM
Update the address of P in the N
Which deals does P own?
Which deals does P own in the CRM?
Which accounts does P own?
Who is on the thread with P?
Who is on the call with P?
Who else is on the N with P?
Where did P put my N?
Where did P put the N for O?
How many of the O N are open?
How many O N did we close?
How many of O's N are late?
Which of the O N are overdue?
Which O people were on the call?
Who is on the O account?
Who handles the O N on our side?
Who do we know at O?
Who did we talk to at O about the B?
Where is the O N?
Where are the O N from D?
When is the O visit?
When do we meet O next?
When did the O people write?
What did the O people say?
What did the O team want?
What did the O reps write after the N?
What is the status of the O N?
What is left to do for O?
Is the O N signed?
Is the O N still open?
Did the O team reply?
Did the people at O get back to us?
Has the O team confirmed?
Has anybody at O answered?
Do we have a N from O?
Do the O people know about the B?
Show me what the O people sent
Show me the O N
Show the O N from D
Summarise the Slack thread where P and P discuss the B
Summarise the thread in which Tom and Ann argue about the B
Summarise the O N
Summarise the call with the O team
Sum up the N that Tom and P had about the B
Recap the O N
Read the O N to me
Open the O N
Find the O N
Search my mail for the O N
Congratulate the O team on the B
Thank the O people for the visit
Thank everybody at O for the lunch
Tell the O team we are late
Greet the O people from me
Wish the O team luck
Invite the O engineers to the demo
Move the O N to closed
Move the O deal to won
Add the O people to the invite
Add a note to the O deal
Tag the O N as urgent
Rename the O project
Escalate the O N to P
Prepare the O N
Plan the O visit
Order lunch for the O visitors
Apologise to O for the N
Say sorry to P about the N
Set up a call with the O team
Schedule the O demo for D
Schedule the O N
Block D for the O visit
Write a recap of the O call
Write a thank-you to the O team
Draft a reply to the O N
Dig out the O N
Pull up the O N
Whip up a N for O
Pencil in P on D
Put P down for D
Get hold of P
Reach out to P about the B
Check in with P about the N
Loop in P
Keep P posted
Bump the call with P to D
Shift my N with P
Book me next to P
Note that P called
Note that O called about the N
Jot down that P is away
Which tickets are assigned to P?
Which N is P working on?
Which customers does P handle?
Which of our deals are with O?
Who on my team works with P?
Who in our company knows P?
Who is in the call with P?
Who is in the channel with O?
Who is on the invite with P?
Can you find out from P when the B is done?
Can you find P's number in the directory?
Can you ask around who has the N of O?
Look up P's desk in our directory
Look up P's number in the contacts
Look up the N of O in the CRM
List the open N of O
List all unpaid N of O
List the contacts at O in our CRM
Where did P put the N yesterday?
Where did P leave the keys?
Where did we meet P?
How many hours did P work on the O project?
How many N did we send O?
Whose turn is it to cook for P?
Whose N did P take?
When is P's birthday in my calendar?
Update P's number in the CRM
Update the email address of P in the CRM
Update the N of the O deal
Find the N from P
Find P's N
Find out from P when the N is ready
Find out whether P got the N
Get the N of O
Get me the N that P sent
Show the N from P
Show me the N of O
Show me P's N about the B
List the N of O
List every N that P opened
List the N with P from D
Open the N by P
Search the N for P
Search my N for what P wrote about the B
Search Slack for the N in which P shared the B
Summarise what P wrote about the B
Summarise the N by P
Summarise what O wants in the N
What does the N by P say about the B?
What did P write in the N about the B?
What did P tell us about the B?
What has P said about the B?
What is P's phone number in the N?
What is the phone number of P in our CRM?
What is in the N of O?
What is in P's N?
What is the salary of P in our HR tool?
What are P's open N?
What do we know about O from the last N?
Which N does P own?
Which N did O send on D?
Which N belong to O?
Which N mentions P?
Who got the N from P?
Who sent us the N about O?
Who wrote the N about the B?
Who in our team handles O?
Who is on the N with P?
Who has the N of O?
Whose N is it, P's or mine?
Whose turn is it to call O?
Where did P put the N?
Where is the N with P?
When did P send the N?
When did O sign the N?
When is the N with O due?
When does P come back from D?
How many N did P close on D?
How many hours did P log on the B?
How much time did P book for O?
How did O react to our N?
Did P answer about the B?
Did P say anything about the salary of P?
Did anna@corp.example answer about the B?
Did anna@corp.example mention P?
Did O get our N?
Did the N of O arrive?
Does P know that the B moved?
Does P have the N?
Does O still owe us the N?
Has P seen the N?
Has P answered about the B?
Has O returned the N?
Has the N for O gone out?
Have you sent P the N?
Is P at lunch?
Is P on D shift?
Is the N from P in my N?
Is O late with the N?
Can P join us on D?
Can P come to the N?
Can you check with P whether the B is done?
Could P review the N?
Will P be at the N on D?
Update the N of P
Update the phone number of P in the N
Update the stage of the O deal
Change the address of O in the N
Create a contact for P at O
Create a contact for P of O
Create an N for O
Prepare the N for P
Push the O N to D
Transfer the N of O to P
Put P's N on the agenda
Note in the N that P was away
Note in the CRM that O wants a discount
Enter that P works from home on D
Log that P asked for the B
Log in the CRM that I met P of O
P asked for the N, what is its status?
P from O called about the B
I am meeting P on D about the B
I promised P the N
I had lunch with P, log it
I cannot find the N from P
We met O on D. Summarise my notes.
In the N with P, what was decided on the B?
Before my call with P, list the open N
After the N with O, block an hour
about the B
about P's N
about the N of O
the N from D
the N we agreed on
that P needs the N
P needs the N on D
the N is ready for P
the N moved to D
O gets the N on D
dinner with P on D
`);

/** Facts of the world, as clauses that stand alone or behind an order. */
export const OUTSIDE_FACTS = lines(`
What does the O do?
What does the T do?
What does the federal reserve do?
What does the senate do?
What exactly does the O do?
Which team won the last World Series?
Which team has the most titles?
Which team plays in T?
Which club won the league last year?
Which country hosted the last Olympics?
Let P know when the next leap year is
Let P know when the next full moon is
Let P know which team won the league
Tell P which team won the last cup
What does K do?
What does K sell?
What does K make?
What exactly does K do?
What is K?
What kind of company is K?
Explain what K does
Can you explain what K does?
How does K make money?
How does K work?
Who runs K?
Who calls the shots at K?
Where is K based?
Tell me about K
K news
K layoffs
O headlines
O lawsuit
O merger
O outage
O recall
breaking news O
news O today
any O news
the news on O
Is P dead?
Is P still alive?
Is P rich?
Is P an actor?
Is P left-handed?
Is P religious?
Is P still the president?
Is P vegetarian?
Is P famous in Japan?
Is P widowed?
Is P related to P?
Is P a citizen of two countries?
Was P knighted?
Was P adopted?
who founded O
who runs O
who owns O now
who the chief executive of O is
who leads O these days
who P is
who P was married to
who invented the T
who won the T in 2018
who built the T
who discovered T
when O was founded
when P was born
when P died
when the T was opened
when the T ended
when the next T takes place
where O has its headquarters
where P grew up
where the T is
what O does
what O is worth
what P is famous for
what the T is
what the T is made of
what the capital of T is
how old P is
how old the T is
how tall the T is
how many people work at O
how many people live in T
how the T began
why P left O
why the T failed
the founding year of O
the headquarters of O
the revenue of O in 2021
the market value of O
the names of the founders of O
the name of the chairman of O
the current share price of O
the latest news about O
the latest quarterly results of O
the net worth of P
the age of P
the career of P
the life of P
the birth date of P
the birthplace of P
the current job of P
the books of P
the achievements of P
the education of P
the population of T
the capital of T
the height of the T
the length of the T
the date of the T
the year of the T
the winner of the T
the history of the T
the causes of the T
the outcome of the T
the author of T
the director of T
the distance from Paris to T
a short bio of P
a profile of P
a summary of P's career
a few facts about P
a paragraph about P
a one-page briefing on O
an overview of O
a short history of the T
a summary of the T
three facts about the T
two sentences on the T
some background on O
some background on the T
about the life of P
about the T
about the history of the T
about O's new chief executive
about O's layoffs
about the merger of O with O
about O's job cuts
about O's merger
about the layoffs at O
about the war in T
about the elections in T
about the discovery of T
on the T
on the history of O
on the fall of T
on the career of P
explaining what the T was
explaining who P is
describing the T
with the birth date of P
with the revenue of O
with the population of T
with a short description of the T
with his current role and employer for P
Create a contact for P with role and company
Create a contact for P with title and employer
Add P with her current position to the CRM
Log how many employees O has
how many employees O has
how many people O employs
how many staff O has
Note when O went public
Put the founding date of O into the sheet
Fill in the headquarters of O
Update the account of O with its number of employees
Prepare a briefing on P for my meeting
Prepare a one-pager on O for the pitch
Prepare a timeline of the T
Find out who runs O
Find out when the T was built
Find out what P does
Look up the founder of O
Look up when P was born
Look up the population of T
Check who the president of T is
Check how old P is
Check when O was founded
Search the web for P
Search for the origin of the T
Google the CEO of O
Research O
Research the history of the T
Get me the age of P
Get the latest news on O
Give me the net worth of P
Give me a summary of the T
Give me three facts about O
Tell me about O
Tell me about the T
Tell me who founded O
Tell me something about P
what's P's real name
what is P's full name
what's P famous for
who was P's wife
Where was P from?
Explain T to me
Explain T to me in two sentences
Explain T please
Can you explain T to me?
Summarise the T scandal
Summarise the T scandal in two sentences
Summarise the T in three sentences
tell me what the T was
tell me what the T is
tell me what O does
check how many employees O has
check how many people live in T
how long the T river is
how high the T mountain is
Explain T in simple words
Explain what T was
Explain the T crisis
Explain the O scandal
the O scandal
the sinking of the T
the story of T
Give me the story of the T
Give me some background on T
Describe T
What is T?
What was T?
What is in the T?
What is the T used for?
How did T start?
How did the T start?
Why was the T important?
When did T end?
When did the T stop?
when the T comes back
how long the T is
how high the T is
how many employees O has
how many members the T has
Tell us the story of the T
Let me know when the T was built
Brief me on O
Brief me on the T
What can you tell me about the T?
What can you tell me about O?
What do you know about the T?
What do you know about P?
What should I know about O?
What should I know about the T before I go there?
Can you tell me what the T is?
Can you give me an overview of the T?
Could you explain what happened in T?
Could you look up who owns O?
Do you know when the T was built?
Do you know who runs O?
I would like to know how the T ended
I want to learn about the T
I am curious about the T
I have to give a talk on the T
I am writing an essay on the T
I need a summary of the T
I need the founding year of O
I meet P tomorrow, tell me who that is
can you explain what O does?
could you explain who O belongs to?
please explain what O is
please explain why O left the market
What does O do?
What does O sell?
Did O announce anything today?
Did O release anything new?
How many moons does T have?
How many people died in the T?
how many gold medals has P won
Which planet has the most moons?
when the next lunar eclipse is
when the next full moon is
who the current pope is
who the president of T is
what the tallest mountain in T is
what the largest country is
what the population of T is
what is the latest news about the hurricane
what is the newest word on the strike
the mountain that stands behind the capital of peru is called
the sea that lies between italy and croatia is called
the inventor of the zip was
price of the O 12
price of O 3 Max
Explain the T
Explain the T to me
Explain the importance of the T
Explain how the T ended
Explain why the T is famous
Describe the T
Describe the T in three sentences
Describe what P achieved
Summarise the T
Summarise the life of P
Summarise the story of the T
Outline the history of the T
Compare the T with the T
Compare O and O
Compare P and P
List the winners of the T
List the founders of O
List the films of P
List the countries of the T
Name the members of O
Name three books by P
Write a paragraph on the T
Write an article about the T
Write two sentences about P
Write a short text on the history of the T
Write a fact sheet on O
Put together a page about the T
the T
The T
the T in 1815
the T of 1923
T
T history
T facts
T population
T opening hours and history
O founders
O news
O news today
O earnings
O earnings 2023
O layoffs
O ceo salary
O head office address
O employees
O number of employees
O vs O
O vs O revenue
O lawsuit
O lawsuit outcome
P lawsuit
P interview
P retirement
P death date
P height
P vs P
P awards
is O down today
is O hiring
has O gone public
how did O do last quarter
how did the T go yesterday
Who won yesterday's match between O and O?
Rank the largest companies in T
Rank the five biggest cities in T
Rank the oldest universities in T
top ten companies in T
top 10 tallest buildings in T
top five exports of T
List the richest people in T
List the largest lakes in T
the biggest employers in T
Give me background on O before my interview
Give me some facts on O before the meeting
Give me background on P before my interview
What languages does P speak?
Which instruments does P play?
What sport does P play?
How long was P in prison?
how long was P president
What is the business of O?
What is the phone number of O's press office?
Who speaks for O?
Who does O compete with?
what does O do
O headquarters
history of the T
history of O
origin of the T
facts about the T
news about O
news on the T
population of T
location of the T
age of the T
winner of the T
the story behind the T
the meaning of the T
the fall of T
the making of T
the discovery of T
the battle of T
the treaty of T
the eruption of T
Is O profitable?
Is O a public company?
Is O still independent?
Is P a billionaire?
Is P still at O?
Is the T open to visitors?
Is the T older than the T?
Is T in Europe?
Are O and O merging?
Are there lions in T?
Are O workers on strike?
Does O sell in China?
Does O pay a dividend?
Does P have children?
Does the T still exist?
Do people live in T?
Did O buy O?
Did O announce layoffs?
Did P win the T?
Did P ever meet P?
Did the T really happen?
Has O been fined?
Has O ever made a loss?
Has P been to space?
Has P ever worked for O?
Has the T been restored?
Have O and O merged?
Can P run for office again?
Can you visit the T?
Was P ever married?
Was the T a success?
Were O and O once one company?
Why is the T famous?
Why is the T called that?
Why did O fail?
Why did P resign?
Why did the T collapse?
What is the T?
What was the T?
What was the T about?
What is the T known for?
What is O?
What happened at the T?
What happened to O?
What happened to P?
What caused the T?
What came after the T?
What language is spoken in T?
What is going on at O?
What's new at O?
What's the story of the T?
anything new about O
anything new from O?
any news on P
latest on the T
how deep is the T
how big is T
how old is the T
how far away is T
how did the T start
when did the T end
when is the T
where is T
where is the T
which countries took part in the T
which company owns O
which team won the T
Which rivers flow through T?
Which O product sells best?
What do historians say about the T?
What do critics say about T?
What did the T change?
What does O make?
What does P do for a living?
Whose idea was the T?
Whom did P marry?
Add the birthday of P to my calendar
Add P's birth date to our calendar
Put the birthday of P in my calendar
add the birthday of P
add the founding date of O
put the date of the T
on the discovery of insulin
on the invention of the radio
about the discovery of vaccines
about the invention of the steam engine
the discovery of electricity
anything new from O this week?
Add the date of the T to my calendar
Add the revenue of O to the deal
Put the age of P into the sheet
Put a short history of O in the notes
Save the height of the T in my notes
Log the founding year of O in the CRM
Add two facts about the T to the page
Check when the T ended
Check what O is worth
the date of the T?
the age of P?
on the discovery of the T
on the T of 1900
on the origin of T
a post on the T
Write a paragraph about the T
Write a page on the T for my class
Write a summary of the T for my homework
Write two sentences on the history of O for my homework
Please summarise the T
Please explain the T
Please describe the T
I meet P on D. Send me a short profile.
I meet P on D. Mail me a bio of them.
I am seeing P on D, what should I know about them?
I have an interview with P on D. Who is that?
I have a meeting with P of O. Give me some background on the person.
We are hiring P. What is their track record?
P speaks at our event. What should I mention?
My daughter has a paper on P. Help her with the facts.
I keep hearing about P. Why?
Someone mentioned P. Who is it?
The name P means nothing to me. Help.
so i'm having dinner with P tonight quick rundown please
hey i have a call with P in ten can you catch me up
ok so who even is P
yo what did P do to get famous
quick what is P known for
so what has P really done
any idea who P is
could you dig into P for me before lunch
um look up P for me real quick
We are a small charity and have asked P to speak at the gala. I must introduce them in front of the donors. What should I say about them?
We are a team of four and our customer brings P to the opening. I have to greet them on stage. What do I need to know?
My manager told me that P takes over as chair of our board and I do not know the name, so I want to be prepared. Could you fill me in?
Our director wants P as a keynote speaker and I have never heard of them. Can you tell me who they are?
I am on my way to interview P for the radio. Give me five questions based on what they have done.
There is a statue of P in our park and visitors ask me about it. What do I tell them?
There is a street named after P in our town. Why?
My grandfather always talked of P. Who was that?
Would you be kind enough to write a few lines on P for me?
May I ask you for a summary of P's work?
I would be grateful for some background on P.
Write the moderator's opening words for P's talk, with three highlights of the career
Write a welcome for P that names two achievements
Compose a press note saying that P joins our council, with their credentials
Write a job reference page about the famous P
Fill the speaker box for P
Fill in the section about P on the event page
In our wiki there is a stub on P. Replace it with a factual description of them.
The page on P is empty. Write two factual sentences.
Write a code example that uses the birth date of P
Write a comment in the code that says who P was
Add P's biography to SPEAKERS.md in this repository
Add the life dates of P to the docs in this repo
Before I make the offer, what can you find out about P's employment history?
Before the call: what can you tell me regarding P's career?
Check P for past lawsuits
Any controversies around P?
Is it true that P was arrested?
Fact-check: P won the T
Meeting P for lunch later. Prep me, please.
Having coffee with P tomorrow, what should I know?
What did P say about climate change?
What did P write about freedom?
What does P think about artificial intelligence?
Which books did P write?
Which companies did P found?
Post in the team channel why P would be a good guest
Write a press release announcing P as our new chair, with their credentials
Compose a short announcement that P joins the board, including their career
Write a test example that mentions when P died
Write an example text that says when P was born
Add P's bio to AUTHORS.md
Add P's biography to AUTHORS.md in the repo
add a bio of P to the readme
ok so what's the deal with P
right quick question what's the story with P
um can you look up P for me before noon
In our wiki there is a gap for P. Fill it with a factual line.
Fill in the 'about the guest' field for P
fill the 'about' box for P
Summarise what P has said about democracy
Summarise what P thinks about open data
What has P said about nuclear power?
Timeline of P's life
Timeline of the T
P
P?
P please
introducing P and what they did
introducing P and their work
introducing P, our new adviser, with their career
why P matters
why P is important
why O matters
Background check on P
Summarize P in one sentence
Summarize P's career
P - who is that?
What's the deal with P?
can you look into P for me
can you fill me in on P
i've got a call with P can you brief me
um so who is P
refresh my memory on P
how much is P worth
Write an introduction for P, our keynote speaker
Write a toast for P with two real milestones
Fill in the about text for P
Put together a few lines on P
Add P's bio to the README
Add a two-line bio of P to the page
Replace the placeholder with a factual description of P
Translate a short description of P into French
Turn the life of P into five bullet points
Recommend a book by P
What does P say about inflation?
What did P work on?
What did P do?
What did P do before?
What did P discover?
What did P study?
What did P create?
What did P contribute to science?
What has P invented?
What has P won?
What is P famous for?
What kind of work did P do?
Where did P work?
When did P become famous?
How did P become rich?
Where did P grow up?
Where did P study?
what is P doing now
what is P up to these days
who was P again
openai valuation
spotify ceo
P kids
P net worth
O market cap
O stock price
price of the T
i heard P quit, true?
i heard O was sold, is that true?
Let's talk about the T
Let's talk about P
Teach me about the T
Quiz me on the T
Walk me through the T
Take me through the career of P
Bring me up to speed on O
My teacher mentioned the T. What was that?
We visit T in May. What is its history?
My son asks how the T was built.
I read about the T. Is it true that it was a fraud?
`);

/** Definitions, how-tos, fiction, texts, code and small talk. */
export const NOTHING_OUTSIDE_WRITTEN = lines(`
What does M do?
What does M return?
What does the M do?
What exactly does M do?
What is M?
Explain what M does
Can you explain what M does?
How does M work?
Where is M defined?
Where is M used?
Who calls M?
Why does M throw?
Rename M
Add a test for M
M refactoring
What is recursion?
What is a mutex?
What is a binary tree?
What is a good subject line for a newsletter?
What is a polite way to say no?
What is an adverb?
What is the difference between weather and climate?
What is the difference between a class and an object?
What is the plural of octopus?
What does polymorphism mean?
What does serendipity mean?
What does this error mean?
What does a product manager do?
What are closures good for?
What are some icebreakers?
What should I write in a cover letter?
What should I wear to an interview?
What would you do in my place?
What can I cook with leeks?
Define entropy
Define the word ubiquitous
Explain polymorphism
Explain garbage collection
Explain the observer pattern
Explain big O notation
Explain inflation in simple terms
Explain compound interest
Explain the offside rule in simple words
Explain the difference between TCP and UDP
How do I center a div?
How do I write a good summary?
How do I fold a fitted sheet?
How do I ask for a raise?
How do I get red wine out of a shirt?
How do I set up two-factor login?
How do I merge two branches?
How do you make pancakes?
How can I sleep better?
How can I learn faster?
How can I speed up my query?
How to change a tyre
How to write a haiku
How to mock a class in a test
how to peel a mango
How long should a cover letter be?
How long do I boil eggs?
How many cups are in a litre?
How should I start my speech?
How would you phrase this?
Why does my test fail?
Why is my query slow?
Why is the build red?
Why do I get a null pointer here?
Where do I put the config file?
Where is the entry point of this app?
Where is the cache invalidated?
Which pattern fits here?
Which of these names sounds better?
Which function parses the header?
Which service writes this table?
Who calls this function?
Who wrote this module?
Who is the owner of this repo?
When is this hook called?
When should I use an index?
Is there a race condition in this code?
Is this sentence correct?
Is it better to use tabs or spaces?
Is it rude to say no?
Does this function handle null?
Does our API support paging?
Does the PaymentService retry?
Can you review my code?
Can you explain this function?
Can you make this friendlier?
Can I use both hooks together?
Should I use a list or a set?
Should I send it today?
Write a function that sorts names
Write a SQL query for the ten newest orders
Write a unit test for the Invoice class
Write a README for this repo
Write a story about a robot called P
Write a tale about a wizard named P
Write a poem for my wife
Write a poem about winter
Write a song about rain
Write a dialogue between a cat and a dog
Write a limerick about my boss
Write a scene in which P finds a treasure
Write a slogan for a bakery
Write a product description for a mug
Write a cover letter for a nurse
Write a toast for a wedding
Write a letter of complaint
Write a blog post about time management
Write a joke about programmers
Tell me a joke
Tell me a story about a dragon
Tell me a bedtime story about P the bear
Invent a character named P
Invent a holiday
Imagine you are a captain named P
Imagine a world without money
Continue the story: P opened the door
Pretend to be a shopkeeper
Play a game with me
Act as an interviewer
Give me a recipe for soup
Give me five names for a dog
Give me feedback on my text
Give me an example of a metaphor
Give me a synonym for happy
Suggest a title for my talk
Suggest a gift for my father
Suggest a name for our project
Recommend a workout
Make a plan for my week
Make a packing list
Make this text shorter
Make a table of my tasks
Plan a birthday party
Plan a trip for the weekend
Help me write a eulogy
Help me to focus
Help me with my homework
Brainstorm ideas for the offsite
Translate this into Spanish
Translate good night into Polish
Correct my grammar
Fix this sentence
Fix the bug in the parser
Refactor the UserStore class
Rename the variable
Run the tests
Review this pull request
Summarise this article
Summarise the text below
Summarise the attached report
Summarise my notes
Classify these reviews
Extract the dates from this text
Convert 20 miles to kilometres
Calculate the tip on 54 euros
Count to ten in French
What is 12 times 14?
A box has 12 eggs and 3 break. How many are left?
If I drive 90 km in 1.5 hours, how fast am I?
What is on my calendar?
What is my next task?
What is in my inbox?
What is our policy on travel?
What is the status of the deploy?
What is the wifi password?
What did we agree on yesterday?
What are my meetings today?
Who is on my team?
Who is on duty tonight?
Who is in today's meeting?
Who approves expenses here?
When is my next meeting?
When is the sprint over?
When is payday?
Where is the team lunch?
Where is my ticket?
Where are our logos?
Which tasks are overdue?
Which channel is for bugs?
How many open tickets do we have?
How many vacation days are left?
How much did we spend on ads?
Do I have a meeting at nine?
Do we have a style guide?
Is the server up?
Is my package on its way?
Is the report ready?
Are there new mails?
Are we over budget?
Show my tasks
Show me today's meetings
Show me unread mails
List my open pull requests
List our customers
Open my calendar
Search my notes for taxes
Find my last invoice
Find the design doc
Check my balance
Check the logs
Set a timer
Set the status to away
Turn off the lights
Play some jazz
Book a room for two
Remind me at six
Add milk to the list
Create an issue for the login bug
Create a page for the meeting
Update the changelog
Close the ticket
Send the report
Reply that I agree
What's the best way to clean a pan?
What's the best way to learn C?
What is the best way to say no?
What is the best way to store C?
What does ABC mean in C?
What does ACL mean in C?
What does XYZ stand for in our N?
What does it mean when C fails?
What's 20% of 150?
Who reviewed PR 12?
Who opened issue 34?
Who merged the branch?
Who is covering the desk?
Who is on support this week?
Is the VPN up?
Is the wifi down again?
Is the N down?
Is the staging N broken again?
Is CI red?
Is the API slow today?
Why is the API slow?
Why is CI red?
How do we release here?
How do we do C here?
Do we have a N for that?
Do we still use C?
Compose a lullaby about my dog
Give me a hero for my novel, call him Sir P
Write a fairy tale about a frog called Lord P
Help me word a tricky mail
Define C
Define C in one line
Refactor this so that it uses C
Fix the typo in the README
Define the term C
What is C?
What is C used for?
What does C mean?
What is meant by C?
Explain C
Explain C with an example
Explain the idea of C to a child
Explain what C is
Can you explain what C does?
can you explain C
How does C work?
How do I learn C?
How do I explain C to my team?
Give me an example of C
Write a poem about C
Write a limerick about D
Write a story about a city under the sea
Imagine a city on a cloud and describe it
Imagine a village where nobody sleeps
Why does the C test fail on CI?
Why does the N fail to load?
How does our C work?
How does our deploy pick the server?
Who has the N?
Who has the key to the office?
Where are the N?
Where are the brand colours?
How many N are open?
How many N are in the queue?
Is our N up to date?
Which N are open?
please explain what C is
please tell me what C is
explain what C is please
explain to me what C is
could you explain what C means
can you explain how C works in code?
How can I lower my stress?
How does the Order Service call the Invoice Service?
Rename OrderGateway to OrderProvider everywhere
Write a limerick about Tuesdays
Why does the signup test fail?
Why does the C test fail in the pipeline?
git history
C tutorial
N template
What does HttpClient.send do when the retry fails?
What does OrderService return?
What does UserRepository return?
What does CacheStore do?
What does JobQueue do when it is full?
What does TaskManager do?
What does PageController render?
Where is RetryPolicy used?
Where is TokenProvider created?
Where is FileHandler called?
Why does HttpClient time out?
Why does QueryBuilder throw?
Can you explain what UserService does?
Can you explain what PageRouter does?
Which class calls EventEmitter?
Who calls ConfigLoader?
How does AuthMiddleware work?
How does DataMapper find the table?
What does OrderService do?
Explain what OrderService does
Explain how EventBus works
Where is EventBus created?
How does EventBus know about OrderService?
Can you explain what OrderService does?
Hello there
Good morning!
How are you?
Thank you very much
What can you do?
Who made you?
Are you a human?
I am bored
I feel tired today
That is great
`);

export const FILLINGS = {
  L: LANGUAGES_ASKED_FOR,
  K: lines(
    "SoundCloud PayPal DeepMind LinkedIn DoorDash HubSpot WeWork BlackRock FireEye OpenTable TripAdvisor WhatsApp DataDog ServiceNow PagerDuty SurveyMonkey MailChimp YouTube GoDaddy FedEx TikTok ByteDance MoneyGram TransUnion UnderArmour QuickBooks SalesForce MasterCard AirBaltic EasyJet".replaceAll(
      " ",
      "\n",
    ),
  ),
  M: lines(
    "RetryPolicy OrderService UserRepository CacheStore JobQueue TaskManager PageController TokenProvider FileHandler QueryBuilder EventEmitter ConfigLoader AuthMiddleware DataMapper HttpClient SessionStore LoginForm PriceCalculator ImageUploader MessageBroker EventBus ReportExporter RateLimiter CartReducer StateMachine FeatureFlags UserModel InvoiceView AccountSettings ThemeContext".replaceAll(
      " ",
      "\n",
    ),
  ),
  N: [
    "mail",
    "invoice",
    "contract",
    "ticket",
    "slides",
    "report",
    "draft",
    "offer",
    "calendar",
    "folder",
    "thread",
    "meeting",
    "notes",
    "document",
    "inbox",
    "deal",
    "task",
    "file",
    "expense report",
    "agenda",
    "board",
    "timesheet",
    "invoices",
    "deals",
    "tickets",
    "contracts",
    "mails",
    "offers",
    "reports",
    "tasks",
    "pull request",
    "message",
  ],
  B: [
    "merger",
    "layoffs",
    "salary",
    "bonus",
    "reorganisation",
    "budget",
    "rollout",
    "pricing",
    "migration",
    "audit",
    "hiring plan",
    "offsite",
    "launch",
    "server",
    "discount",
    "design",
    "deadline",
  ],
  D: ["Friday", "Monday", "tomorrow", "Tuesday", "next week", "today", "Thursday", "yesterday"],
  C: [
    "recursion",
    "entropy",
    "caching",
    "dependency injection",
    "a closure",
    "polymorphism",
    "a monad",
    "memoization",
    "a webhook",
    "grep",
    "idempotence",
    "async",
    "docker",
    "a deadlock",
    "opportunity cost",
    "pagination",
    "an index",
    "load balancing",
    "semantic versioning",
  ],
  P: [
    "Peter Novak",
    "Jane Goodwin",
    "Susan Albright",
    "Thomas Reiter",
    "Maria Castellanos",
    "Anders Holmqvist",
    "Priya Sharma",
    "Wei Zhang",
    "Fatou Diop",
    "Oliver Kahn",
    "Elena Rossi",
    "David Okonkwo",
    "Ada Lovelace",
    "Jensen Huang",
    "Margaret Thatcher",
    "Pablo Picasso",
    "Serena Williams",
    "Mario Draghi",
    "Karen Blixen",
    "Tom Becker",
  ],
  O: [
    "SoundCloud",
    "PayPal",
    "DeepMind",
    "Volvo",
    "Siemens",
    "Contoso",
    "Fabrikam",
    "Deutsche Bank",
    "Nestlé",
    "Acme",
    "Northwind",
    "Stripe",
    "Airbus",
    "Helio Robotics",
    "Red Cross",
    "Lindqvist Maritime",
    "Bosch",
    "Shopify",
    "Globex",
  ],
  T: [
    "Brexit",
    "Prohibition",
    "Watergate",
    "Stonehenge",
    "Andromeda Galaxy",
    "Panama Canal",
    "Battle of Waterloo",
    "Eiffel Tower",
    "French Revolution",
    "Berlin Wall",
    "Colosseum",
    "Marshall Plan",
    "Apollo Program",
    "Black Death",
    "Nile",
    "Iceland",
    "Chernobyl",
    "Kyoto Protocol",
    "Hoover Dam",
    "World Cup",
    "Vesuvius",
    "Golden Gate Bridge",
    "Moby Dick",
    "Mona Lisa",
  ],
} as const;

/** Fills the places of a line with names, others for each line and each `round`. */
export function fillRequest(line: string, at: number, round = 0): string {
  let taken = at * 7 + round * 3;
  return line.replace(
    /(?<![\p{L}\p{N}'’])([POTNBDCLKM])(?![\p{L}\p{N}+])/gu,
    (_all, slot: keyof typeof FILLINGS) => {
      const names = FILLINGS[slot];
      taken += 1;
      return names[taken % names.length] ?? "";
    },
  );
}
