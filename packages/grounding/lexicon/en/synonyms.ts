/**
 * Words that are equivalent in questions and statements of fact, one class a line: a question asks who
 * "founded", a source says "was established by". Contains only verbs and nouns common in questions about
 * people, organisations and events.
 */
export const SYNONYMS = `
founded establish create start form begin inaugurate incorporate launch founder creator inception foundation
born birth birthday birthplace birthdate bear native
die death dead kill murder pass late assassinate decease perish fatal suicide
marry wed wife husband spouse marriage married bride
divorce separate split
win won winner victory champion beat defeat victor triumph clinch
lose lost defeat loser runner
award prize honor medal receive recipient nominate bestow present win won earn
title championship trophy crown win won slam
write wrote written author novel book pen writer publish compose
sing sang sung singer vocal record perform song artist recording band musician
compose composer music score soundtrack
play star cast actor actress portray role appear feature character voice performer
direct director filmmaker film
produce producer production
invent inventor invention develop discover discovery discoverer devise create pioneer patent
build built construct construction erect architect complete
design designer architect draw
locate location situate lie place stand headquarter based base site
live reside residence home house dwell settle inhabit
film shoot shot set location tape
release debut premiere publish issue air broadcast launch come out
begin start commence open premiere debut kick
end finish conclude close last final cease finale dissolve abolish
buy bought acquire purchase acquisition takeover takeov buyer
own owner ownership belong possess
sell sold sale
lead leader head chief president chair chairman chairwoman ceo executive director run boss manage govern
president presidency inaugurate
elect election vote poll candidate
appoint name nominate select choose appointment succeed
king queen monarch emperor reign rule ruler throne crown
call name know refer term title dub nickname
mean meaning definition define stand signify
kind type sort form class category
teach teacher taught professor lecture educate
study graduate degree attend educate alma school college university student alumnus
work job employ career occupation profession company employer
join sign member become
leave left resign depart quit retire step
arrest convict sentence jail prison guilty charge imprison trial fraud indict
attack invade invasion war battle fight bomb strike assault
old age aged year
old born
deep depth metre meter foot ft m
far distance mile kilometre kilometer km
first earliest original initial debut inaugural 1st
last final latest recent
tall high height foot feet metre meter elevation ft m cm
long length mile kilometre kilometer metre meter foot ft m km hour minute day week month year
weigh weight kilogram pound
cost price worth value dollar pay money net fortune wealth earn salary billion million
population people inhabitant resident live census
big large largest biggest size great area
small smallest tiny little
fast speed quick rapid velocity
cause reason lead result because due
make made manufacture produce create maker manufacturer
team club play player squad
coach manager manage head
song single track record hit
film movie picture
show series program programme sitcom drama television tv
episode season
country nation state
child son daughter children kid
father dad parent
mother mum mom parent
brother sister sibling
sign ratify treaty agreement accord
ban prohibit outlaw forbid
discover find
contain include consist comprise compose
use utilize employ
sink sank sunk wreck
crash accident disaster collision
fly flight pilot aviator
paint painter painting artist
capital city seat
currency money coin
language speak spoken tongue
religion faith belief church
happen occur take place
host present presenter anchor moderate
replace succeed successor follow
independent independence sovereign freedom
travel visit trip tour journey
speak speech address talk say said state
`;

/** Phrases of function words that mean one of the words above: the word, then the pattern of the phrase. */
export const IDIOMS: readonly (readonly [word: string, phrase: RegExp])[] = [
  ["release", /\b(?:com(?:e|es|ing)|came) out\b/i],
  ["happen", /\b(?:take|takes|took|taking|taken) place\b/i],
  ["mean", /\b(?:stand|stands|stood) for\b/i],
  ["die", /\bpass(?:ed|es)? away\b/i],
  ["founded", /\bdid\b.{0,60} found\b/i],
  ["founded", /\b(?:set|sets|setting) up\b/i],
  ["leave", /\b(?:step|stepped|steps) down\b/i],
  ["sing", /\bwhose? (?:sings?|sang|sung|did the song)\b/i],
  ["live", /\b(?:reside|resides|resided) in\b/i],
  ["release", /\b(?:get|gets|got) out of\b/i],
  ["compose", /\bmade (?:up )?of\b/i],
  ["manufacture", /\bmade by\b/i],
  ["replace", /\b(?:take|takes|took|taken) over\b/i],
  ["born", /\b(?:come|comes|came) from\b/i],
];
