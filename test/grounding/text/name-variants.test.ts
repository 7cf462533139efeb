import { describe, expect, it } from "vitest";
import { groupPeople } from "../../../packages/grounding/research/identity/index.ts";

const isFound = (name: string, text: string) => groupPeople(name, [{ title: "", text }]).groups.length === 1;

describe("a name is found in any spelling", () => {
  it.each([
    ["Muammar Gaddafi", "Muammar Qaddafi spoke for an hour."],
    ["Muammar Gaddafi", "In 1969 Muammar Gadhafi took power."],
    ["Mohammed Salman", "Muhammad Salman sells tea."],
    ["Bashar al-Assad", "Bashar Assad spoke on Monday."],
    ["Pyotr Tchaikovsky", "Pyotr Chaikovskiy wrote it in spring."],
    ["Pyotr Tchaikovsky", "Pjotr Tschaikowski schrieb es im Frühling."],
    ["Mikhail Gorbachev", "Michail Gorbatschow sprach in Berlin."],
    ["Jürgen Müller", "Jurgen Mueller plays chess."],
    ["Vladimir Orlov", "Сегодня Владимир Орлов продаёт чай."],
    ["Владимир Орлов", "О Владимире Орлове пишут редко."],
    ["Kemal Aydın", "Kemal Aydın'ın evi denize bakıyor."],
    ["Anna Berger", "Anna Bergers Haus steht am See und ist alt."],
    ["محمد الراوي", "قال أحمد ومحمد الراوي إن البيت قديم."],
    ["김민석", "어제 김민석은 서울에서 차를 팔았다."],
    ["迈克尔·乔丹", "昨天迈克尔・乔丹来到上海。"],
    ["Tom Hale", "Thomas Hale sells tea."],
    ["Tom Hale", "Hale, Tom: a life in tea."],
  ])("%s in %j", (name, text) => {
    expect(isFound(name, text)).toBe(true);
  });

  it.each([
    ["Jon Hale", "Jan Hale sells tea."],
    ["Tom Smith", "Tom Smyth sells tea."],
    ["Tom Clark", "Tom Clarke sells tea."],
    ["Li Wei", "Lee Wei sells tea."],
    ["Tom Hale", "Mr Hale sells tea."],
    ["Yan Yuan", "He met Yan Zi. Yuan had left."],
    ["Ivan Petrov", "Ivan Petrović sells tea."],
  ])("but not another one: %s in %j", (name, text) => {
    expect(isFound(name, text)).toBe(false);
  });
});
