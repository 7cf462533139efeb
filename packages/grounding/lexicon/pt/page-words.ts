import type { PageWords } from "../page-words.ts";

export const PORTUGUESE_PAGES: PageWords = {
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
};
