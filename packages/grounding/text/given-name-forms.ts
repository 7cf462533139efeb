import { foldWord } from "./tokens.ts";

/** Short and long forms of one given name, common knowledge; each line is one name. */
const FORMS = [
  "william bill billy will willie",
  "robert bob bobby rob robbie",
  "richard dick rick ricky rich",
  "thomas tom tommy",
  "tobias toby",
  "james jim jimmy jamie",
  "john johnny jack",
  "joseph joe joey",
  "michael mike mick mickey",
  "charles charlie chuck charley",
  "edward ed eddie ted ned",
  "george georgie",
  "henry harry hank",
  "david dave davy",
  "daniel dan danny",
  "samuel sam sammy",
  "benjamin ben benny",
  "anthony tony",
  "andrew andy drew",
  "alexander alex alec sandy",
  "christopher chris",
  "patrick pat paddy",
  "nicholas nick",
  "peter pete",
  "philip phil",
  "ronald ron ronnie",
  "donald don donnie",
  "kenneth ken kenny",
  "lawrence larry",
  "gerald gerry jerry",
  "stephen steve steven",
  "timothy tim",
  "matthew matt",
  "gregory greg",
  "jeffrey jeff",
  "frederick fred freddie",
  "albert al bert",
  "walter walt wally",
  "raymond ray",
  "leonard len lenny",
  "vincent vince",
  "theodore theo",
  "francis frank",
  "jonathan jon",
  "joshua josh",
  "chadwick chad",
  "douglas doug",
  "eugene gene",
  "martin marty",
  "maxwell max",
  "nathaniel nathan nat",
  "elizabeth liz beth betty lizzie eliza",
  "margaret maggie peggy meg",
  "katherine kate kathy katie catherine cathy",
  "susan sue susie",
  "patricia patty trish",
  "barbara barb",
  "jennifer jen jenny",
  "rebecca becky",
  "deborah debbie deb",
  "victoria vicky",
  "dorothy dot",
  "alexandra alexa",
  "christina christine tina",
  "abigail abby",
  "judith judy",
  "pamela pam",
  "jessica jess",
  "samantha sammie",
].map((line) => line.split(" "));

const FORM_OF: ReadonlyMap<string, string> = new Map(
  FORMS.flatMap((forms) => forms.map((form): [string, string] => [form, forms[0] ?? form])),
);

/** Whether two given names are the same name in another form ("Tom" and "Thomas"), or one is the other's initial. */
export function sameGivenName(left: string, right: string): boolean {
  const a = foldWord(left);
  const b = foldWord(right);
  if (a === b) return true;
  if (a.length === 1 || b.length === 1) return a[0] === b[0];
  const form = FORM_OF.get(a);
  return form !== undefined && form === FORM_OF.get(b);
}
