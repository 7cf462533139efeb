/**
 * Words found in capitalised names that are not people's names, for all languages that use capitals. Words
 * are folded: lower case, no diacritics, singular.
 */

function setOf(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/**
 * Words that show, anywhere in a name, that it is not a person's: organisations, places, events, awards,
 * works, products.
 */
export const NON_PERSON_HEADS = setOf(`
  inc ltd llc llp corp corporation incorporated limited company co plc gmbh ag sa spa srl nv bv group holding ventures capital partners
  university college school institute academy polytechnic faculty department hospital clinic museum library laboratory observatory
  foundation association society union federation confederation alliance coalition club party movement organization organisation
  ministry agency council committee commission court parliament congress senate bundestag bureau administration authority board
  airport station airline airway railway railroad port harbor harbour river mount mountain mountains island road avenue boulevard
  bridge cathedral basilica mosque stadium arena theater theatre center centre plaza square city
  town village province state district territory kingdom republic empire dynasty commonwealth emirate sultanate desert ocean sea gulf
  peninsula valley canyon canal strait glacier volcano war battle siege treaty pact accord agreement act amendment constitution
  revolution rebellion uprising crisis scandal massacre holocaust famine plague pandemic earthquake hurricane eruption expedition
  award prize medal trophy cup championship tournament olympic olympics game festival grammy oscar emmy slam bowl grandslam
  album film movie series season show trilogy saga symphony opera concerto sonata orchestra philharmonic choir
  press news times journal magazine newspaper gazette herald tribune network channel radio television records studio
  entertainment technology technologies system software hardware internet computer airlines motors pharmaceutical laboratories
  insurance industries international national global army navy force regiment brigade fleet police guard
  north south new united american week month century era age theorem equation effect syndrome disease virus laws
  theory principle paradox conjecture program programme project mission agenda summit conference convention exhibition expo
  religion bible koran quran testament gospel derby marathon tour zoo resort hotel casino
  restaurant cafe mall market exchange fund trust index
  universitat hochschule gesellschaft verein verband partei ministerium schule stiftung strasse platz kirche schloss krieg reich
  bundesliga preis pokal meisterschaft fluss insel stadt bezirk kreis bahnhof flughafen zeitung verlag
  universidad instituto escuela fundacion asociacion sociedad partido ministerio batalla premio copa liga rio isla ciudad
  calle avenida palacio iglesia catedral republica reino imperio campeonato torneo
  universite ecole fondation societe parti ministere guerre bataille prix coupe ligue ile ville rue musee eglise
  cathedrale republique royaume championnat tournoi
  universita scuola fondazione societa partito ministero battaglia coppa lega isola citta museo chiesa
  universidade escola fundacao associacao sociedade taca ilha cidade rua igreja
  universiteit stichting vereniging maatschappij partij oorlog prijs eiland stad straat kerk
  universitesi enstitusu okulu vakfi dernegi partisi bakanligi savasi odulu kupasi adasi sehri caddesi muzesi camii cumhuriyeti
  imparatorlugu bankasi belediyesi sirketi
  университет институт школа академия фонд общество партия министерство война битва премия кубок лига остров город улица музей
  республика империя союз река озеро банк чемпионат
`);

/**
 * Words that are also family names. They make a name a place or an institution unless a given name comes
 * first ("Kanye West", "Key West").
 */
export const PLACE_OR_SURNAME = setOf(
  "west east park lake song house street bank band church hill field wood woods beach forest rock stone bell brook banks castle fields hall tower temple london paris england ireland holland france israel jordan china law day bay post royal page ward price open march may august rivers bridges garden gardens abbey parish county palace league cross rose summer winter glen ford sand sands marsh moor heath green court hart wells port pope bishop field banks temple fox guerra",
);

/**
 * Everyday words. A name made only of these is not a person's ("Cold War", "Big Bang", "Red Cross", "Grand
 * Canyon").
 */
export const EVERYDAY_CAPITALS = setOf(`
  the a an of and big small great grand little long short high low old young first second third last next black white red blue green
  golden silver yellow orange purple dark bright cold hot warm deep super mega ultra mini free open true real good bad best worst better
  supreme general prime chief major central middle inner outer upper lower front back left right public private civil military social
  world earth moon sun star stars sky planet space universe galaxy ocean nature fire water air wind storm snow rain ice
  man men woman women boy girl child children king queen prince princess lord lady master people human
  dream dreams love life death heart soul mind time times night morning evening summer winter spring autumn fall
  cross circle line point wall gate door table house home room tree flower rose lily dog cat bear lion tiger eagle wolf horse
  bang death plague depression recession reform deal race trade stock crash box office music art science history math physics chemistry
  biology economics philosophy psychology medicine engineering machine learning intelligence artificial neural quantum climate change
  warming power energy nuclear atomic solar electric digital cyber data cloud web site online mobile phone app
  football soccer basketball baseball tennis golf cricket rugby hockey boxing racing chess premier champions formula
  street fight club wars trek rings thrones force return rise dawn empire strikes awakens
  happy merry good bad new year christmas easter thanksgiving halloween independence memorial labor labour mothers fathers
  personal professional special national senior junior vice deputy assistant executive managing director manager president
  customer product sales marketing finance human resources
  what who when where why how which now then here there also only just still yet even again ever never
`);

/** Places of several words that look like a person's name, folded. */
export const PLACES_LIKE_NAMES = new Set(
  (
    "new york,los angeles,las vegas,san francisco,san diego,san jose,san antonio,san juan,san marino,san salvador,santa fe,santa cruz," +
    "santa monica,santa barbara,saint petersburg,st petersburg,saint louis,st louis,hong kong,kuala lumpur,buenos aires,rio de janeiro," +
    "sao paulo,tel aviv,addis ababa,abu dhabi,phnom penh,ho chi minh,monte carlo,costa rica,puerto rico,el salvador,sri lanka," +
    "saudi arabia,sierra leone,burkina faso,cape verde,cape town,ivory coast,papua new guinea,equatorial guinea,great britain," +
    "north korea,south korea,south africa,hagia sophia,machu picchu,angkor wat,taj mahal,notre dame,mont blanc,tierra del fuego," +
    "silicon valley,wall street,white house,salt lake,key west,baton rouge,des moines,fort worth,palo alto,mountain view,santa clara," +
    "nova scotia,british columbia,prince edward,rhode island,nuevo leon,costa brava,bora bora,vatican city,middle east,far east,west bank," +
    "baden württemberg,baden wurttemberg,nordrhein westfalen,mexico city,panama city,guatemala city,san pedro sula,porto alegre," +
    "belo horizonte,ciudad juarez,la paz,la plata,la habana,den haag,the hague,sankt petersburg,frankfurt am main,nizhny novgorod," +
    "goldman sachs,morgan stanley,merrill lynch,wells fargo,louis vuitton,harley davidson,rolls royce,aston martin,alfa romeo,real madrid," +
    "bayern munich,manchester united,manchester city,aston villa,burger king,dairy queen,mercedes benz,general motors,jp morgan," +
    "eli lilly,ernst young,booz allen,bang olufsen,hewlett packard,credit suisse,standard chartered,ben jerry,baskin robbins,calvin klein," +
    "dolce gabbana,mona lisa,magna carta,star wars,google maps,apple watch,microsoft office,visual studio,game boy,ku klux,al qaeda," +
    "al jazeera,boko haram,hamas fatah,black lives,brexit party,abraham accords,nobel peace,kit kat,coca cola,pepsi cola,dr pepper"
  ).split(","),
);

/** Job titles between an employer and a name: "OpenAI CEO Sam Altman". Folded. */
export const OFFICE_ACRONYMS = setOf(
  "ceo cto cfo coo cmo cio ciso cpo cso evp svp vp md mp mep mla pm phd md mba msc bsc",
);
