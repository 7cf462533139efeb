import type { LanguageWords } from "../language-words.ts";

export const PORTUGUESE_WORDS: LanguageWords = {
  stopWords:
    "o a os as um uma uns umas de do da dos das em no na nos nas num numa ao aos à às por pelo pela pelos pelas para pra com sem sob sobre " +
    "entre até desde após ante contra durante e ou mas porém nem que se como quando onde porque pois embora enquanto também já ainda só " +
    "não sim muito muita muitos muitas mais menos bem tão tanto assim então eu me mim meu minha meus minhas tu te ti teu tua você vocês ele " +
    "ela eles elas lhe lhes nós nosso nossa nossos nossas seu sua seus suas dele dela deles delas isto isso aquilo este esta estes estas " +
    "esse essa esses essas aquele aquela aqueles aquelas neste nesta nesse nessa deste desta desse dessa quem qual quais quê quanto quanta " +
    "quantos quantas cujo cuja sou és é somos são era eram fui foi foram fosse será seria ser sido sendo seja estou está estão estava estavam " +
    "esteve estar tem têm tinha tinham teve tiveram ter tido há havia houve haver pode podem podia poderia poder deve devem algum alguma " +
    "alguns algumas nenhum nenhuma nada algo alguém ninguém cada todo toda todos todas tudo outro outra outros outras mesmo mesma mesmos " +
    "mesmas pouco poucos vários várias ambos favor diga me",
  pronouns:
    "ele ela eles elas seu sua seus suas este esta isto estes estas esse essa isso esses essas aquele aquela aquilo aqueles aquelas tal tais",
  months: [
    "janeiro|jan",
    "fevereiro|fev",
    "março|mar",
    "abril|abr",
    "maio|mai",
    "junho|jun",
    "julho|jul",
    "agosto|ago",
    "setembro|set",
    "outubro|out",
    "novembro|nov",
    "dezembro|dez",
  ],
  common:
    "nasceu morreu nascido nascida morto ano anos século dia tempo homem mulher vida trabalho mundo guerra cidade país primeiro primeira " +
    "último última novo nova nome chamado chamada conhecido conhecida hoje depois antes dois duas três quatro fundado fundada fundou " +
    "presidente empresa companhia universidade equipe time jogador ator atriz cantor escritor escreva explique descreva fale conte " +
    "encontre mostre ajuda maior capital população história significado pai mãe filho filha esposa marido obrigado olá quero preciso " +
    "informações brasileiro brasileira português portuguesa fez ganhou",
};
