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
  page: {
    verbs:
      "é são era eram foi foram será está estão estava tem têm tinha teve nasceu morreu vive viveu ganhou " +
      "venceu perdeu fez escreveu fundou dirigiu trabalhou trabalha jogou joga estudou recebeu começou " +
      "chegou publicou criou conta forma pertence fica serve pode pôde deve há houve disse diz",
    verbEnding: /(?:aram|eram|iram|ou|ava|avam)$/u,
    labels:
      "ir para o conteúdo|ir para o conteúdo principal|pular para o conteúdo|saltar para o conteúdo|" +
      "saltar para a navegação|ler mais|leia mais|leia também|saiba mais|continue lendo|ver mais|ver tudo|" +
      "mostrar mais|compartilhar no facebook|compartilhar no twitter|quem somos|sobre nós|voltar ao topo|" +
      "todos os direitos reservados|aceitar cookies|aceitar todos|política de privacidade|" +
      "editar código-fonte|origem: wikipédia, a enciclopédia livre|artigos relacionados",
    menuWords:
      "início home contato contacto menu buscar pesquisar entrar cadastrar notícias esportes desporto " +
      "economia política cultura tecnologia ciência saúde opinião mundo vídeos fotos blog loja ajuda " +
      "compartilhar partilhar imprimir editar mais temas",
    notices:
      /(?:usa|utiliza|utilizamos|usamos|aceit\p{L}+) .{0,80}cookies|\bcookies (?:para|de)\b|todos os direitos reservados|política de privacidade|clique|\b(?:seu|teu) (?:navegador|e-mail)|noss[oa] (?:newsletter|site|página)/u,
    noticeOpenings:
      /^(?:(?:descubra|conheça|leia|saiba|confira|veja|assine|cadastre|encontre|siga|acesse)(?:-se)? (?:mais|tudo|todos|todas|aqui|a|as|o|os|como|quem|também|noss\p{L}+)(?!\p{L})|(?:foto|imagem|fonte|autor|por|publicado|atualizado|categoria|arquivo|ficheiro|ver também|artigo principal|índice|referências):)/u,
    dateWords:
      "há dia dias hora horas minuto minutos semana semanas mês meses ano anos ontem hoje publicado " +
      "atualizado em de às segunda terça quarta quinta sexta sábado domingo feira última atualização um " +
      "uma atrás seg ter qua qui sex sáb dom",
  },
};
