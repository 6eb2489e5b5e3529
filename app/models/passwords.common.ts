/**
 * Well-known passwords, in the simplified form of passwords.server.ts: lower case, letters and digits only. Digits
 * before and after a word and in place of letters need no entry of their own. Taken together from what lists of leaked
 * passwords have in common year after year: words, names, teams, phrases and a few of this site's own field.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
  password passwords passwort motdepasse contrasena senha parola wachtwoord haslo salasana geheim secret secrets
  topsecret mypassword yourpassword newpassword oldpassword thepassword thispassword password1password passpass passpasspass
  passphrase passcode pass passw passwd pwd changeme changeit changeme please letmein letmeinnow letmeinplease openup
  opensesame sesame trustno trustnoone trustme welcome welcomehome welcomeback hello hellohello helloworld hellothere
  hithere goodbye goodmorning goodnight admin adminadmin administrator root rootroot toor superuser sysadmin
  guest guestguest user username useruser default login loginlogin signin access master mastermaster
  test testtest testing testuser tester testing123 demo demodemo example sample temp temporary temppassword
  computer internet google facebook instagram twitter youtube linkedin microsoft windows apple iphone android samsung
  qwerty qwertyqwerty qwertyuiop qwertz azerty asdf asdfasdf asdfgh asdfghjkl zxcv zxcvbn zxcvbnm qazwsx qazwsxedc
  qweasd qweasdzxc wasdwasd qwer qwerasdf asdfqwer poiuytrewq lkjhgfdsa mnbvcxz
  abcd abcdef abcdefg abcd1234 abc123abc abcabc a1b2c3d4 a1b2c3d4e5 aabbccdd aaaabbbb xyzxyz
  iloveyou iloveyouu iloveu ilovehim iloveher ilovegod ilovejesus ilovemyself ilovemom iloveme loveyou lovelove
  loveme lover lovers lovely loveyourself truelove mylove babylove forever forever21 sweetheart darling honey sweety
  princess prince queen king angel angels angelangel babygirl babyboy baby mybaby beautiful gorgeous handsome cutie
  sunshine moonlight starlight rainbow butterfly flower flowers rosebud lavender jasmine daisy violet
  monkey dragon tiger lion eagle falcon phoenix wolf panther kitten kittycat pussycat puppy doggy mydog goldfish dolphin
  elephant penguin unicorn bulldog dogdog catcat bunny rabbit chicken hamster turtle
  superman batman spiderman ironman wonderwoman captain pokemon pikachu naruto minecraft fortnite roblox
  starwars startrek skywalker darthvader gandalf hobbit matrix terminator harrypotter hermione hogwarts
  football baseball basketball soccer hockey tennis golfer golfing cricket rugby volleyball
  liverpool liverpoolfc chelsea chelseafc arsenal manchester manutd manchesterunited barcelona realmadrid juventus
  yankees redsox cowboys steelers lakers packers patriots celtics eagles
  michael jennifer jessica michelle nicole ashley amanda daniel charlie andrew matthew joshua anthony jordan
  robert thomas hunter hannah samantha elizabeth alexander alexandra benjamin christopher christian jonathan nicholas
  patrick richard victoria veronica stephanie natalie danielle isabella gabriel sebastian maximilian
  charlotte maria mariamaria george jackson william taylor maggie buster ginger pepper shadow
  jesus jesuschrist jesuslovesme christ heaven godisgood blessed faith hope believe spirit allah bismillah
  monday tuesday wednesday thursday friday saturday sunday january february march april june july august september
  october november december spring summer autumn winter springtime summertime christmas birthday
  london paris berlin newyork losangeles chicago dallas boston florida california texas america usausa england scotland
  ireland canada australia germany deutschland france espana italia brasil mexico india pakistan
  freedom liberty peace justice victory warrior soldier marine army navy airforce police fireman
  mustang ferrari porsche corvette camaro mercedes bmwbmw toyota honda yamaha harley harleydavidson kawasaki
  guitar musicmusic music metallica nirvana slipknot eminem beatles rockstar rocknroll
  chocolate cookie cookies cheese banana orange strawberry cherry peaches pineapple coffee coffeecoffee whiskey
  whatever nothing something anything everything nobody somebody someone noone myself
  fuckyou fuckoff fuckme asshole bitch bullshit bastard shithead motherfucker sexy sexsex pussy
  computer1 access14 killer killers ninja hacker hacked matrixx gamer gaming player player1 winner loser champion
  diamond crystal silver golden goldengold platinum money moneymoney dollar dollars bigmoney richrich
  family familyfamily mother father mommy daddy sister brother grandma grandpa friends bestfriend children
  internetexplorer nopassword idontknow dontknow forgot forgotten forgetit rememberme
  health healthy wellness longevity longlife longliving lifespan healthspan immortal immortality antiaging neverdie
  liveforever youngforever foreveryoung biohacker biohacking telomere telomeres science scientist
  qwe123 qwe123qwe q1w2e3 q1w2e3r4 q1w2e3r4t5 zaq12wsx zaq1zaq1 1qazxsw2 1q2w3e 1qaz2wsx 1q2w3e4r 1q2w3e4r5t 123qwe 123qweasd
  123abc 1234abcd 12341234 123123 123123123 123321 12344321 112233 11223344 1122334455 102030 10203040
  696969 69696969 131313 121212 147258369 159357 159753 741852963 789456123 987654321 31415926 314159265 27182818
  0987654321 1029384756 5201314 7777777 88888888 666666 19841984 20002000 20202020 12121212 00000000 007007
  `
    .trim()
    .split(/\s+/),
);

/** Characters in the order of the alphabet, of the digits and of keyboards. */
export const keyboardRuns: readonly string[] = [
  "!@#$%^&*()_+",
  "0123456789012345678901234567890",
  "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz",
  "qwertyuiopasdfghjklzxcvbnm",
  "qwertzuiopasdfghjklyxcvbnm",
  "azertyuiopqsdfghjklmwxcvbn",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
  "1q2w3e4r5t6y7u8i9o0p",
  "qazwsxedcrfvtgbyhnujmikolp",
  "abc123def456ghi789",
  "1a2b3c4d5e6f7g8h9i0j",
  "a1b2c3d4e5f6g7h8i9j0",
];
