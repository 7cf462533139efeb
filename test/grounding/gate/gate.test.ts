import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decideGrounding } from "../../../packages/grounding/gate/gate.ts";
import { explainAmbiguousName } from "../../../packages/grounding/research/refusals.ts";

const said = (...prompts: string[]) => prompts.map((content) => ({ role: "user", content }));

describe("decideGrounding on one turn", () => {
  it.each([
    ["who is ada lovelace", "asks_biography", "ada lovelace"],
    ["Tell me a bio of Grace Hopper.", "asks_biography", "Grace Hopper"],
    ["Please write a short biography of Alan Turing", "asks_biography", "Alan Turing"],
    ["In which year did Rosalind Franklin join King's College?", "names_a_person", "Rosalind Franklin"],
    ["who composed the music for the film", "asks_fact", null],
    ["what is the latest news about the eclipse", "recent_event", null],
    ["the river that flows through the capital of hungary is called", "world_knowledge", null],
    ["Describe the career of Hedy Lamarr", "names_a_person", "Hedy Lamarr"],
  ])("grounds %j", (prompt, reason, subject) => {
    const decision = decideGrounding({ prompt });
    expect(decision).toMatchObject({ requiresGrounding: true, subject });
    expect(decision.reasons).toContain(reason);
    expect(decision.score).toBeGreaterThan(0.5);
  });

  it.each([
    "What did Lagarde say about inflation?",
    "What did Boeing say about the strike?",
    "How did Apple respond to the EU fine?",
    "Did anything happen at OpenAI this week?",
    "Has something happened to Alexei Navalny?",
    "Did Spotify raise prices this year?",
    "weather in Helsinki tomorrow",
    "is he jiankui in prison",
    "did she play in harry potter?",
    "Is it raining in London?",
    "Which has more people, Denmark or Finland?",
    "Who has more employees, SAP or Oracle?",
    "Wie ist das Wetter in Hamburg?",
    "¿Ha pasado algo con Northvolt este mes?",
    "Hoe is het weer in Utrecht?",
    "北京天气怎么样？",
  ])("grounds %j, which asks about the outside world", (prompt) => {
    expect(decideGrounding({ prompt }).requiresGrounding).toBe(true);
  });

  it.each([
    "What did Anna say about the budget?",
    "What did the customer say about the invoice?",
    "Did anything happen in the channel today?",
    "Has anything changed in the repo this week?",
    "What is the temperature in the server room?",
    "Which ticket is older, 12 or 15?",
    "Who has more open tickets, Anna or Tom?",
    "Was hat der Kunde über das Angebot gesagt?",
    "¿Qué dijo Ana sobre el presupuesto?",
  ])("leaves %j alone, which asks about the user's own work", (prompt) => {
    expect(decideGrounding({ prompt }).requiresGrounding).toBe(false);
  });

  it.each(["When did she die?", "Where was he born?", "Is she married?", "And when did he win it?"])(
    "searches %j only after a turn that names the person",
    (prompt) => {
      expect(decideGrounding({ prompt }).requiresGrounding).toBe(false);
      const conversation = said("Who was Ada Lovelace?");
      expect(decideGrounding({ prompt, conversation }).requiresGrounding).toBe(true);
    },
  );

  it.each([
    ["def mean(xs):\n    return sum(xs) / len(xs)", "code"],
    ["Write a python function that reverses a list", "code"],
    ["How does the parser class handle nested expressions in its visitor method?", "workspace"],
    ["Where is retry_delay defined in this repository?", "workspace"],
    ["Mia has 12 pens. She gives 5 to Leo and buys 3 more. How many pens does she have?", "arithmetic"],
    ["What is 17 * 23?", "arithmetic"],
    ["Write a poem about the sea", "writing_task"],
    ["Act as a harbour pilot and brief the crew.", "writing_task"],
    ["set an alarm for seven", "assistant_command"],
    ["what is my account balance", "assistant_command"],
    ["which connections are there?", "assistant_command"],
    ["What tools are available right now?", "assistant_command"],
    ["Post today's meetings to the #General channel.", "assistant_command"],
    ["are you a robot", "personal"],
    ["Write a bio for my dating profile", "writing_task"],
  ])("leaves %j alone", (prompt, reason) => {
    const decision = decideGrounding({ prompt });
    expect(decision.requiresGrounding).toBe(false);
    expect(decision.reasons).toContain(reason);
    expect(decision.score).toBeLessThan(0.5);
  });

  it("reads the question that personal sentences lead up to", () => {
    expect(
      decideGrounding({ prompt: "I was in Lisbon last week. When was its old tram line built?" })
        .requiresGrounding,
    ).toBe(true);
  });

  it("is not switched off by a workspace context, but knows the workspace's own identifiers", () => {
    const workspaceContext = "src/retry-policy.ts exports class RetryPolicy; uses YouTube uploads";
    expect(decideGrounding({ prompt: "Who is Ada Lovelace?", workspaceContext })).toEqual(
      decideGrounding({ prompt: "Who is Ada Lovelace?" }),
    );
    expect(decideGrounding({ prompt: "Who founded YouTube?", workspaceContext }).requiresGrounding).toBe(
      true,
    );
    expect(decideGrounding({ prompt: "Where is RetryPolicy used?", workspaceContext })).toMatchObject({
      requiresGrounding: false,
      reasons: expect.arrayContaining(["workspace"]),
    });
  });

  it("grounds whatever the caller demands", () => {
    expect(decideGrounding({ prompt: "Write a poem about the sea", required: true })).toMatchObject({
      requiresGrounding: true,
      score: 1,
      reasons: expect.arrayContaining(["writing_task", "required_by_caller"]),
    });
  });
});

describe("decideGrounding in a conversation", () => {
  const afterAda = said("Who was Ada Lovelace?");

  it.each([
    "When did she die?",
    "And her mother?",
    "Really? Why?",
    "Okay. What about her notes?",
    "where did they live",
  ])("lets %j inherit the last decision and its subject", (prompt) => {
    const decision = decideGrounding({ prompt, conversation: afterAda });
    expect(decision).toMatchObject({ requiresGrounding: true, subject: "Ada Lovelace" });
    expect(decision.reasons).toContain("follow_up_of_grounded");
  });

  it.each([
    "Send ben@example.com a message: lunch?",
    "Tell Ben: lunch?",
    "Send Ben a quick note: are you free at 3?",
    "Email Anna a reminder that the rent is due",
    "Post The feed has news to #random",
  ])("does not look up %j, which asks somebody else", (prompt) => {
    const decision = decideGrounding({ prompt, conversation: afterAda });
    expect(decision).toMatchObject({ requiresGrounding: false, ordersWork: true });
  });

  it("returns to the person after orders that involve nobody by name", () => {
    const orders = said("Post The build is green to #general", "Create an issue: the lift is stuck");
    const conversation = [...afterAda, ...orders];
    const decision = decideGrounding({ prompt: "When did she die?", conversation });
    expect(decision).toMatchObject({ requiresGrounding: true, subject: "Ada Lovelace" });
    const ownMatter = decideGrounding({ prompt: "Is it urgent?", conversation });
    expect(ownMatter.requiresGrounding).toBe(false);
  });

  it.each([
    "Write a haiku about rain",
    "Now fix this: def f(x): return x +",
    "turn off my lights",
    "what is your name",
    "Sam has 3 apples and buys 4 more. How many does he have?",
    "thanks, that's right",
  ])("sees that %j leaves the topic", (prompt) => {
    expect(decideGrounding({ prompt, conversation: afterAda }).requiresGrounding).toBe(false);
  });

  it("carries a decision over several turns and past the assistant's own words", () => {
    const conversation = [
      ...afterAda,
      { role: "assistant", content: "def f(): pass" },
      ...said("And her father?"),
    ];
    expect(decideGrounding({ prompt: "Was he famous?", conversation }).requiresGrounding).toBe(true);
  });

  it("keeps talk about code ungrounded until something else is named", () => {
    const conversation = said("Refactor this function: def total(items): return sum(items)");
    expect(decideGrounding({ prompt: "what does it return?", conversation })).toMatchObject({
      requiresGrounding: false,
      reasons: expect.arrayContaining(["follow_up_of_ungrounded"]),
    });
    expect(decideGrounding({ prompt: "Who was Kurt Gödel?", conversation }).requiresGrounding).toBe(true);
  });
});

const WHICH = explainAmbiguousName("Steve McQueen", 2, []).reason;

describe("decideGrounding on an answer to its own refusal", () => {
  const conversation = [...said("Who is Steve McQueen?"), { role: "assistant", content: WHICH }];

  it.each([
    "the computer scientist",
    "the British film director",
    "I mean the director",
    "the actor",
    "the one born in 1969",
    "2",
  ])("grounds %j and keeps the subject", (prompt) => {
    const decision = decideGrounding({ prompt, conversation });
    expect(decision).toMatchObject({ requiresGrounding: true, subject: "Steve McQueen" });
    expect(decision.reasons).toContain("follow_up_of_grounded");
  });

  it.each(["thanks", "never mind", "Write a poem about the sea", "turn off my lights", "neither"])(
    "leaves %j alone",
    (prompt) => {
      expect(decideGrounding({ prompt, conversation }).requiresGrounding).toBe(false);
    },
  );

  it("is not taken in by a question about code", () => {
    const aboutCode = [
      ...said("Refactor this function: def total(items): return sum(items)"),
      { role: "assistant", content: "Which one do you mean?" },
    ];
    expect(decideGrounding({ prompt: "the first one", conversation: aboutCode }).requiresGrounding).toBe(
      false,
    );
  });
});

describe("decideGrounding on a padded prompt", () => {
  const PADDING: Record<string, string> = {
    prose: "Lorem ipsum dolor sit amet, consectetur adipiscing elit. ",
    words: "word ",
    letters: `${"x".repeat(2000)} `,
    spaces: " ",
    lines: "\n",
    emoji: "😀 ",
    greetings: "Hello! ",
    code: "```\nfunction f(a) { return a.b_c(); }\n```\n",
    sums: "What is 17 * 23? ",
    tasks: "Write a poem about the sea. ",
    roles: "I want you to act as a pirate.\n",
    workspace: "In this repository, retry_delay is used by the class method. ",
  };
  const QUESTIONS = [
    "Who was Ada Lovelace?",
    "In which year was Ada Lovelace born?",
    "who was ada lovelace?",
  ];
  const fill = (text: string, length: number) => text.repeat(Math.ceil(length / text.length));

  describe.each(Object.entries(PADDING))("with %s", (_what, padding) => {
    it.each([1, 2_000, 7_000, 90_000])("of %i characters grounds a question behind and inside", (length) => {
      const around = fill(padding, length);
      for (const question of QUESTIONS.slice(0, 2)) {
        for (const prompt of [around + question, `${around}${question} ${around}`]) {
          expect(decideGrounding({ prompt })).toMatchObject({
            requiresGrounding: true,
            subject: "Ada Lovelace",
          });
        }
      }
    });
  });

  it("grounds a lower-case question behind prose", () => {
    const prompt = fill("Lorem ipsum dolor sit amet. ", 3_000) + QUESTIONS[2];
    expect(decideGrounding({ prompt })).toMatchObject({ requiresGrounding: true, subject: "ada lovelace" });
  });

  it("grounds what asks more than can be read", () => {
    const prompt = Array.from({ length: 5_000 }, (_, at) => `Which a${at} do you like? `).join("");
    expect(decideGrounding({ prompt }).requiresGrounding).toBe(true);
  });

  it.each(["code", "sums", "tasks", "roles", "workspace"])("leaves long %s alone", (what) => {
    for (const length of [2_000, 90_000])
      expect(decideGrounding({ prompt: fill(PADDING[what] ?? "", length) }).requiresGrounding).toBe(false);
  });
});

describe("decideGrounding on anything", () => {
  it("gives its score in thousandths", () => {
    for (const prompt of ["When was CERN founded?", "hello there", "Who was Ada Lovelace?"]) {
      const { score } = decideGrounding({ prompt });
      expect(score).toBe(Number(score.toFixed(3)));
    }
  });

  it("is deterministic and its score agrees with its decision", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.array(fc.string()), (prompt, earlier) => {
        const decision = decideGrounding({ prompt, conversation: said(...earlier) });
        expect(decision).toEqual(decideGrounding({ prompt, conversation: said(...earlier) }));
        expect(decision.requiresGrounding).toBe(decision.score > 0.5);
        expect(decision.score).toBeLessThanOrEqual(1);
        expect(decision.score).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
