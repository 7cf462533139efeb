/**
 * Common given names of many languages, folded. They show that an ambiguous word after them is a family name
 * ("Kanye West"). Names that are not listed count as names too.
 */
export const GIVEN_NAMES: ReadonlySet<string> = new Set(
  `
  aaron abdul abdullah abigail abraham ada adam adele adrian agnes ahmad ahmed aisha akira alan alastair
  albert alejandra alejandro aleksandr alessandro alex alexander alexandra alexei alfred ali alice alicia
  alison allan allen amanda amelia amina amir amit amy ana anastasia anders andre andrea andreas andrei
  andrew andy angela angelina anita anja ann anna anne annette annie anthony antoine anton antonio anwar
  anya archie ariana arjun arnold arthur arturo asha ashley astrid audrey austin axel ayesha ayse barack
  barbara barry beatrice beatriz ben benedict benjamin bernard bernie bertha beth bettina betty beyonce
  bianca bill billie billy bjorn bob bobby boris brad bradley brandon brenda brian bridget britney bruce
  bruno bryan caitlin caleb cameron camila camille carl carla carlo carlos carmen carol carolina caroline
  carolyn catherine cathy cecilia charles charlie charlotte chen cheryl chiara chloe chris christian
  christina christine christoph christopher chuck cindy claire clara clark claude claudia claudio colin
  connor conrad constance cornel craig cristiano cristina curtis cynthia daisuke dan daniel daniela danielle
  danny daphne daria dario darren dave david dean debbie deborah deepak denis denise dennis derek diana
  diane diego dieter dimitri dina dirk dmitri dolly dolores dominic dominique don donald donna dora doris
  dorothy doug douglas dustin dwayne dwight dylan eddie edgar edith eduardo edward edwin eileen elaine
  eleanor elena eli elias elijah elisabeth elizabeth ella ellen elon elsa elvis emanuel emil emilia emily
  emma emmanuel enrico enrique eric erica erik erika ernest ernst erwin esther ethan eugene eva evan eve
  evelyn fabio fatima faye federico felicia felipe felix ferdinand fernanda fernando fiona florence florian
  frances francesca francesco francis francisco franco francois frank franz fred freda freddie frederick
  frida friedrich fritz gabriel gabriela gareth gary gavin geoffrey george georgia gerald gerard gerhard
  gertrude gianni gilbert gillian gina giorgio giovanni giulia giuseppe glenn gloria gordon grace graham
  greg gregory greta guillermo gunter gustav guy hamza hannah hans harold harriet harrison harry haruki
  harvey hassan heather hector heidi heinrich helen helena helene helga helmut henri henrik henry herbert
  herman hideo hillary hiroshi howard hugh hugo hussein ian ibrahim ida igor ilya imran ingrid irene irina
  iris isaac isabel isabella isabelle ismail ivan ivana jack jackie jacob jacqueline jacques jake jakob
  james jamie jan jane janet janice jared jasmine jason javier jay jean jeanne jeff jeffrey jennifer jenny
  jens jeremy jerome jerry jesse jessica jesus jill jim jimmy joan joanna joanne joao joe joel johan johann
  johanna johannes john johnny jon jonas jonathan jordan jorge jose josef joseph joshua joyce juan juanita
  jude judith judy jules julia julian juliana julie juliet julius jurgen justin kaitlyn kamala kanye karen
  karim karin karl katarina kate katherine kathleen kathryn katie katy keith kelly ken kenji kenneth kevin
  khaled khalid kim kirk kirsten klaus kofi kristen kristin kumar kurt kyle lance lara larry lars laura
  lauren laurence laurent lawrence lea leah leandro lee leila lena lenny leo leon leonard leonardo leonid
  leonie leroy leslie lewis liam lila lillian lily lina linda lindsay linus lionel lisa liz lorenzo lori
  lorraine lou louis louisa louise luca lucas lucia luciano lucy ludwig luigi luis luisa luiz lukas luke
  lydia lynn mabel madeleine mae magdalena magnus malala malcolm manfred manuel marc marcel marcela marco
  marcos marcus margaret margot maria mariah mariam marian mariana marianne marie marilyn mario marion
  marissa marius marjorie mark markus marlene marta martha martin martina marvin mary masha mateo mathias
  mathieu matilda matt matteo matthew matthias maureen maurice mauricio max maximilian maya megan mehmet
  melania melanie melinda melissa melvin mercedes mia michael michel michela michele michelle miguel mike
  mikhail mila milan mildred milena miles milton miranda miriam mohamed mohammad mohammed moises mona monica
  monique morgan moritz moses muhammad murray mustafa myra nadia nancy naomi natalia natalie natasha nathan
  neil nelson nicholas nick nicola nicolas nicole niels nigel nikita nikola nikolai nils nina noah noam nora
  norman olaf oleg olga oliver olivia omar oprah osama oscar oskar otto owen pablo pamela paola paolo pascal
  patricia patrick paul paula paulina pauline paulo pedro peggy penelope penny percy pete peter petra phil
  philip philipp philippe phillip phoebe phyllis pierre pieter priya quentin rachel rafael rahul raj rajesh
  ralph ramon randy raphael raul ravi ray raymond rebecca regina reginald reinhard renata rene renee ricardo
  riccardo richard rick ricki rihanna rita rob robert roberta roberto robin rod rodrigo roger roland rolf
  roman ron ronald rosa rosalie rosalind rosemary ross roy ruben rudolf rupert russell ruth ryan sabine
  sabrina saddam salim sally salma salman salvador salvatore sam samantha samir samuel sandra sanjay
  santiago sara sarah sasha satoshi satya scott sean sebastian segolene selena serena serge sergei sergey
  sergio seth shakira shane shannon sharon sheila shinzo shirley sidney siegfried sigmund silvia simon
  simone sofia solomon sonia sophia sophie stacy stan stanley stefan stefanie stefano stella stephan
  stephanie stephen steve steven stewart stuart sue sundar sunita susan susanna susanne suzanne sven
  svetlana sydney sylvia tamara tania tanya tara tatiana taylor ted terence teresa terry theo theodore
  theresa thomas tiffany tiger tim timothy tina tobias todd tom tommy tony tracy trevor ulrich uma umberto
  ursula usain valentina valerie vanessa venus vera veronica vicente vicky victor victoria vijay viktor
  vincent vincenzo viola virginia vivian vladimir volodymyr wade walter wanda warren wayne wendy werner
  whitney wilhelm will willem william willie winston wolfgang xavier yan yasmin yoko yolanda yuki yuri yusuf
  yves yvonne zachary zara zoe
`
    .trim()
    .split(/\s+/),
);
