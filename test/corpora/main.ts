import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readCommandLine, refuseCommandLine } from "../support/command-line.ts";
import { readFeedCorpora, readMailCorpus } from "./corpora.ts";
import { readFeeds, readMails } from "./read-corpora.ts";

const HELP = `Reads public corpora of feeds and mails and compares with what they expect, beside Python's readers.

  npm run corpora -- --data FOLDER [--out FILE]

FOLDER has kurtmckee+feedparser, mmcdole+gofeed, rbren+rss-parser, feedjira+feedjira, miniflux+v2 and
stalwartlabs+mail-parser, each as cloned. Needs Dovecot and Postfix as the peer tests do, and a python3 with
test/corpora/requirements.txt. --out keeps what was read, as JSON.
`;

const { values } = readCommandLine(HELP, { options: { data: { type: "string" }, out: { type: "string" } } });
const { data } = values;
if (data === undefined) refuseCommandLine("Name the folder with --data.");
const folder = mkdtempSync(join(tmpdir(), "plumbline-corpora-"));
const file = values.out ?? join(folder, "read.json");
const feeds = await readFeeds(readFeedCorpora(data));
const mails = await readMails(readMailCorpus(data));
writeFileSync(file, JSON.stringify({ feeds, mails }));
const compare = fileURLToPath(new URL("compare.py", import.meta.url));
execFileSync("python3", [compare, data, file], { stdio: "inherit" });
rmSync(folder, { recursive: true });
