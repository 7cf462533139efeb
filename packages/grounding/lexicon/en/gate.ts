import type { GateWords } from "../gate-words.ts";

export const GATE: GateWords = {
  who: "who is, who was, who are, who were, who's, whos, who exactly is, who the * is, who on earth is, whois",
  about:
    "about, on, regarding, concerning, re, introducing, introduce, introduction of, introduction for, profiling, profile, featuring, feature, honoring, honouring, celebrating, heard of, hear of, know, research, google, look up, look into, check out, vet, screen, investigate, dig into, read up on, compare, summarize, summarise, describe, explain, remember, portrait of, story of, life of, announcing that, up to speed with, with regard to, in regards to, as to, the name, works by, books by, why, said by, a word on, tribute to, toast to, toast for, ode to, homage to, eulogy for, obituary for, bio for, intro for, speech for, profile for, profile of, congratulating, briefing for, announce that, paragraph on, section on, piece on, article on, note on, notes on, page on, slide on, report on, post on, thread on, info on, information on, facts on, intel on, dossier on, details on, background on, data on, update on, profile on, briefing on, primer on, summary on, overview on, description of, overview of, summary of, outline of, sketch of, account of, picture of, biography of, achievements of, work of, works of, book by, song by, songs by, film by, films by, album by, poem by, quote by, quotes by, paper by, papers by, painting by, paintings by, article by, deal with, talk to me about",
  life:
    "biograph*, bio, bios, background, backgrounds, career, careers, life, life story, resume, cv, curriculum vitae, obituary, net worth, achieve*, " +
    "accomplish*, credentials, education, educated, alma mater, track record, work history, employment history, job history, previous roles, " +
    "past roles, former roles, past companies, former employers, previous employer, publications, legacy, childhood, upbringing, " +
    "personal life, nationality, hometown, birthplace, date of birth, born, died, married, spouse, wiki, wikipedia, controvers*, lawsuit*, " +
    "convicted, criminal record, reputation, expertise, qualifications, influence, discography, filmography, awards, timeline, contributions, discoveries, " +
    "inventions, known for, famous, professional journey, rise to, story of how, current title, current role, current employer, where they work, " +
    "their role, his role, her role, their company, their title, job title, role and company, what they do, what they did, what he did, what she did, work experience, professional experience, milestones",
  tell:
    "brief me, brief us, briefing, debrief me, fill me in, fill us in, prep me, prep us, prep, prepare me, up to speed, catch me up, should i know, " +
    "should we know, need to know, ought to know, like to know, want to know, tell me, tell us, talking points, enlighten *, rundown, run-down, run down, lowdown, " +
    "low-down, scoop, intel, dossier, one-pager, one pager, fact sheet, factsheet, fact-sheet, cheat sheet, primer, facts, info, information, details, deets, particulars, " +
    "overview, due diligence, background check, fact-check, fact check, look up, dig up, dig into, find out, read up, who is this, who is that, who this is, who that is, " +
    "who's this, who's that, who they are, who he is, who she is, remind me who, refresh my memory, what can you find, what do you have, rings a bell, pointers, " +
    "is this person, is that person, the person legit, person is legit, give me five, give me three, give me some, factual, accurate",
  question:
    "who, whom, whose, what, which, when, where, why, how, whats, wheres, whens, hows, what's, where's, when's, how's, where'd, how'd, what're, is it true",
  errand:
    "send, forward, resend, congratulate, email, e-mail, mail, text, message, call, phone, dial, ring, ping, dm, im, cc, bcc, copy, invite, schedule, reschedule, book, " +
    "move, cancel, postpone, remind, ask, let, notify, inform, alert, warn, assign, reassign, share, give, grant, add, remove, delete, put, " +
    "block, unblock, transfer, pay, wire, venmo, split, order, buy, reply, respond, answer, arrange, set, follow up with, loop in, tag, mention, thank, wish, rename, change, " +
    "mark, close, open, play, show, tell, meet, confirm, decline, accept, connect, introduce me, facetime, video call, start, join, create, make, schedule, write, draft, compose, leave, " +
    "drop, sign, submit, upload, print, merge, approve, review, request, refund, charge, hand, bring, pick, drive, navigate, fetch, log, update, move my, push",
  fiction:
    "story, stories, tale, tales, fairy tale, fairytale, novel, fantasy, fiction, fictional, poem, poems, haiku, limerick, sonnet, song, songs, lyrics, rap, lullaby, " +
    "dialogue, dialog, scene, screenplay, sketch, character, characters, villain, hero, heroine, protagonist, backstory, plot, riddle, joke, jokes, d&d, bedtime, " +
    "pretend, imagine, role-play, roleplay, role play, act as, once upon a time, made-up, made up, make up, invent",
  everyday:
    "the, a, an, of, and, to, in, is, was, are, that, it, for, on, with, as, at, by, from, this, his, her, my, me, you, i, what, who, " +
    "how, when, where, which, does, did, do, has, have, be, or, not, your, we, our, can, about, please, tell, name",
};
