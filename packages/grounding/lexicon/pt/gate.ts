import type { GateWords } from "../gate-words.ts";

export const GATE: GateWords = {
  who: "quem é, quem era, quem foi, quem são, quem foram, quem é mesmo, quem * é, quem e",
  about:
    "sobre, fale-me de, fala-me de, acerca de, a respeito de, conhece, conheces, apresentando, apresentar, perfil de",
  life:
    "biograf*, trajetória, carreira, vida, currículo, perfil, formação, estudos, patrimônio, património, conquistas, realizações, prêmios, prémios, nasceu, " +
    "morreu, faleceu, nascido, nascida, casado, casada, idade, quantos anos, obituário, legado, famoso, famosa, conhecido por, conhecida por, obras",
  tell:
    "fale-me, fala-me, fale, conte-me, conta-me, diga-me, informações, informação, dados, resumo, resuma, dossiê, ficha, pesquise, pesquisa, procure, descubra, " +
    "devo saber, preciso saber, preciso de saber, quero saber, explique, explica, o que sabe*, me atualize",
  question:
    "quem, que, o que, qual, quais, quando, onde, como, por que, porque, porquê, quanto, quanta, quantos, quantas",
  errand:
    "envie, envia, mande, manda, encaminhe, encaminha, ligue, liga, marque, marca, agende, agenda, adie, adia, mova, cancele, cancela, convide, convida, lembre-me, " +
    "lembra-me, avise, avisa, pergunte, reserve, reserva, pague, adicione, apague, compartilhe, responda, de plantão, de serviço, minha reunião",
  fiction:
    "história, conto, fábula, romance, fantasia, poema, canção, diálogo, personagem, invente, inventa, imagine, ficção",
  everyday:
    "o, a, os, as, um, uma, de, do, da, dos, das, e, em, no, na, que, é, por, para, com, ao, à, me, meu, minha, se, não, quem, como, quando, onde, " +
    "foi, era, tem, são, nosso, nossa, sobre, mais",
};
