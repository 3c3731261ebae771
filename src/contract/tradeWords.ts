/**
 * What people say when they search for a trade, beside the words of `trades.ts`: other words, what is
 * broken, what shall be done, in English, Swahili and Sheng, and spellings that are far from the right one.
 * Only the search loads them.
 *
 * To add a word, write it into the list of its trade: small letters, a comma between two. It may have up
 * to three words ("blocked drain"). "fundi", "wa", "ya" and such are not needed before it, nor other
 * endings with s. `person` stands in "No plumber in Ruiru yet".
 */
import type { TradeId } from './trades.ts';

interface TradeWords {
  person: string;
  words: string;
}

export const TRADE_WORDS: Readonly<Record<TradeId, TradeWords>> = {
  plumbing: {
    person: 'plumber',
    words:
      'plama, plumba, plamba, mabomba, fereji, mifereji, koki, faucet, leak, leaking, leakage, leaky, vuja, inavuja, linavuja, unavuja, kuvuja, yanavuja, zinavuja, inamwagika, kumwagika, burst, imepasuka, limepasuka, block, blocked, blockage, clog, clogged, imeblock, imeziba, kimeziba, limeziba, zimeziba, umeziba, kuziba, zibua, kuzibua, kufungua choo, unblock, unblocking, unclog, drain, sewer, sewage, sewerage, manhole, maji taka, maji chafu, choo ya maji, vyoo, chooni, msala, loo, wc, flush, flushing, cistern, bafu, bathtub, shower, shawa, showa, basin, sinki, karo, valve, tank, tanki, tangi, matangi, water meter, meter ya maji, water connection, water supply, water pressure, no water, hakuna maji, maji hakuna, maji imepotea, hot water, geyser, boiler, pressure pump, ppr, pvc, jacuzzi, bidet, stopcock, solar water heater, instant heater, instant',
  },
  borehole: {
    person: 'borehole fundi',
    words:
      'visima, well, water well, well digger, well drilling, drilling, driller, hydrogeologist, submersible, pump, pampu, booster pump, pressure pump, kuchimba kisima, kuchimba maji, pump ya maji, kuvuta maji',
  },
  exhauster: {
    person: 'exhauster',
    words:
      'exauster, exhauster truck, septic, sewage, maji taka, pit latrine, latrine, choo cha shimo, shimo la choo, kuchimba choo, choo imejaa, choo kimejaa, imejaa, kimejaa, kunyonya choo, kunyonya, honey sucker, emptying, takataka, trash, rubbish, dumping, kuzoa, scrap, scrap metal, recycling, skip hire, waste collector',
  },
  electrical: {
    person: 'electrician',
    words:
      'electric, eletrician, electrision, electrisian, electrishan, elektrician, electrition, sitima, power, no power, blackout, power outage, token, kplc, kenya power, short circuit, shoti, trip, tripping, breaker, circuit breaker, circuit, mcb, fuse, fyuzi, socket, soketi, plug, extension cable, socket extension, switch, swichi, bulb, balbu, globu, light, lighting, taa, mataa, chandelier, led, flood light, wire, waya, nyaya, rewire, rewiring, cable, conduit, meter, meter box, meter ya stima, mita, distribution board, consumer unit, earthing, lightning arrestor, lightning arrester, jenereta, jenerata, genset, motor, voltage, three phase, single phase, inverter, ups, instant shower, instant heater, water heater, geyser, electric shock, kupigwa shoti, power connection, kuunganisha stima, kuunganisha umeme, changeover',
  },
  solar: {
    person: 'solar fundi',
    words:
      'jua, umeme wa jua, stima ya jua, nguvu ya jua, nguvu za jua, sun power, inverter, power backup, battery backup, solar battery, solar light, solar water heater, panel',
  },
  cctv: {
    person: 'CCTV fundi',
    words:
      'camera, kamera, security camera, camera ya usalama, kamera ya usalama, surveillance, burglar alarm, fire alarm, smoke detector, electric gate, automatic gate, gate motor, gate automation, biometric, doorbell, tracker, tracking, gps, car tracker, car tracking, dvr, nvr, hikvision, ip camera',
  },
  masonry: {
    person: 'mason',
    words:
      'mesoni, meson, uashi, waashi, wajenzi, kujenga, jenga, kujengea, kunijengea, nijengee, build, bricklayer, bricklaying, brick, tofali, matofali, stone, mawe, jiwe, cement, simiti, saruji, concrete, zege, slab, msingi, wall, ukuta, kuta, crack, cracked, ufa, nyufa, plasta, lipu, renovation, renovate, renovating, ukarabati, kukarabati, remodel, remodelling, extension, house plan, plan ya nyumba, ramani, architect, architectural, architecture, quantity surveyor, surveyor, survey, engineer, civil engineer, foreman, demolition, demolish, kubomoa, excavation, excavator, steel fixer, steel fixing, scaffolding, waterproofing, retaining wall, perimeter wall, fence, fencing, chain link, uzio, ua, keying, stone dressing',
  },
  tiling: {
    person: 'tiler',
    words:
      'taili, kigae, marumaru, floor, sakafu, terrazo, terazo, terazzo, tarazo, parquet, epoxy, vinyl, laminate, skirting, screed, ceramic, porcelain, grout, granite, marble, mazeras, mkeka wa mbao, spc, wooden floor',
  },
  paving: {
    person: 'cabro fundi',
    words:
      'kabro, carbro, cabrow, cabro block, pavement, driveway, parking, kerb, kerbstone, road, barabara, tarmac, lami, culvert, murram, walkway, grading',
  },
  carpentry: {
    person: 'carpenter',
    words:
      'kapenta, carpenta, capenter, capentry, sermala, selemala, kazi ya mbao, ubao, bed, kitanda, vitanda, table, meza, chair, kiti, viti, stool, door, mlango, milango, door frame, hinge, drawer, shelf, shelve, rafu, shelfu, kabati, makabati, cupboard, closet, tv stand, tv unit, wall unit, wooden, timber, plywood, mdf, coffin, jeneza, desk, bench, dining, woodwork, samani, furnicha, fanicha ya nyumba, assemble, assembly, bunk bed, baby cot, cot, pallet, msumari, wood turning',
  },
  upholstery: {
    person: 'sofa fundi',
    words:
      'sofaset, kochi, makochi, couch, seat, cushion, kushoni, godoro, magodoro, car seat, leather seat, foam, recliner, ottoman, headboard, l seat, chair, viti, kiti, reupholster, upholstering, sofa ya nyumba, sofa iliyochakaa',
  },
  painting: {
    person: 'painter',
    words:
      'painta, peinter, kupaka, kupaka rangi, paka rangi, mpaka rangi, kupaka nyumba rangi, kupiga rangi, piga rangi, repaint, repainting, varnish, vanishi, skimming, skim, ruff and tuff, rough and tough, wall art, mural, wall panel, fluted panel, wall decor, stucco, texture, duracoat, emulsion, chokaa, whitewash, decorating',
  },
  gypsum: {
    person: 'gypsum fundi',
    words:
      'gipsam, gipsum, jipsam, jipsum, gypsam, gybsum, gypsom, siling, silingi, ceiling board, soft board, chipboard, interior, interior designer, interior decor, interior decorator, drywall, cornice, office partitioning, partitioning, wall panel, fluted panel, acoustic',
  },
  welding: {
    person: 'welder',
    words:
      'welda, welding machine, weld, wilding, metal, steel, vyuma, kuchomea, chomelea, mchomeleaji, mchomeaji, mchomaji, uchomeleaji, uchomeaji, kuchoma chuma, kuunganisha chuma, geti, mageti, lango, malango, grill, window grill, steel door, metal door, steel window, metal window, mlango ya chuma, mlango wa chuma, milango ya chuma, railing, rail, balcony, balustrade, staircase, stair, ngazi, steel structure, jua kali, tank stand, water tank stand, tank tower, tower, cage, container, kiosk, kibanda, wheelbarrow, mhunzi, blacksmith, razor wire, barbed wire, canopy, carport, shade, fence, fencing, chain link, iron, iron work, burglar, fabricate, laser cutting, cnc',
  },
  roofing: {
    person: 'roofer',
    words:
      'leak, leaking, leakage, leaky, vuja, inavuja, linavuja, unavuja, kuvuja, zinavuja, yanavuja, leaking roof, roof leak, house leaking, nyumba inavuja, nyumba inanyesha, inanyesha, bati, mapaa, kuezeka, ezeka, uezekaji, mwezekaji, kupaua, upauaji, shingle, decra, roof tile, roofing tile, gata, fascia, facia, truss, rain, mvua, maji ya mvua, rain water, makuti, thatch, thatching, waterproofing, polycarbonate, versatile, mabati rolling, box profile',
  },
  glass: {
    person: 'glass fundi',
    words:
      'glas, kioo, madirisha, pane, glazing, glazier, mirror, sliding door, sliding window, shower cubicle, alminium, aluminiam, aluminam, alluminium, alumini, shop front, tint, tinting, frosted, office partition, window frame',
  },
  cleaning: {
    person: 'cleaner',
    words:
      'clean, kusafisha, safisha, anisafishie, kunisafishia, msafi, msafishaji, wasafishaji, kuosha, kuosha nyumba, kuosha carpet, kuosha kapeti, kuosha zulia, kuosha viti, kuosha sofa, kuosha makochi, kuosha gari, kuosha tank, kudeki, kupiga deki, deki, mop, mopping, kufagia, topasi, janitor, maid, house maid, carpet, kapeti, zulia, vacuum, vacuuming, mattress cleaning, couch cleaning, window cleaning, tank cleaning, pool cleaning, swimming pool, cleaning lady, mama wa usafi, office messenger, power washing, pressure washing, steam cleaning, detailing, car detailing, scrubbing, dusting, sanitation, washing the house, wash house, wash car, washing car, general cleaning, cleaning service, dish washing, kuosha vyombo, vyombo',
  },
  laundry: {
    person: 'mama fua',
    words:
      'mama nguo, mama wa nguo, dhobi, launderer, laundromat, laundrette, dryclean, fua, ufuaji, kufulia, kufuliwa, kunifulia, nifulie, anifulie, kufuliwa nguo, anafua, wash clothes, washing cloth, clothes washing, washing of clothes, wash cloth, clothes, cloth, clothing, nguo, nguo chafu, kuosha nguo, duvet, blanket, blanketi, bedsheet, shuka, hand wash, washer, washerwoman, pasi, kupiga pasi, kupasi, iron clothes, linen',
  },
  househelp: {
    person: 'house help',
    words:
      'domestic worker, domestic help, domestic manager, house manager, houseboy, mboch, mbochi, kadama, dayburg, dayburger, maid, house maid, babysitter, child care, baby, mtoto, watoto, mlezi, kulea, ayah, aya, msichana wa kazi, dada wa kazi, mama wa kazi, mfanyakazi wa nyumbani, mfanyikazi wa nyumbani, mfanyakazi wa nyumba, mfanyikazi wa nyumba, kazi ya nyumba, kazi za nyumba, kazi za nyumbani, kijakazi, live in, home care, elderly, elderly care, old person, wazee, nurse, nursing, nesi, muuguzi, mgonjwa, care of sick, house chore, chore',
  },
  fumigation: {
    person: 'fumigator',
    words:
      'fumigate, fumigating, fumigesheni, fumugation, exterminator, pest, insect, insecticide, mende, panya, rat, mouse, mice, rodent, mosquito, mbu, wadudu, dudu, mdudu, mchwa, ant, siafu, flea, kiroboto, viroboto, tick, kupe, snake, nyoka, bee, nyuki, wasp, roach, bat, popo, kunyunyizia dawa, kunyunyiza dawa, kupiga dawa, dawa ya kunguni, dawa ya mende, dawa ya panya, kuua kunguni, disinfection, disinfect, sanitizing',
  },
  tailoring: {
    person: 'tailor',
    words:
      'tela, teila, taylor, telaring, fundi wa nguo, fundi nguo, nguo, kushona nguo, shona, anishonee, kunishonea, nishonee, kushonewa, mshona nguo, seamstress, sew, stitch, stitching, clothes, cloth, clothing, dress, gown, nguo za shule, sare, suit, suti, trouser, suruali, skirt, sketi, shirt, shati, zip, zipu, alteration, alter, hem, fashion designer, fashion, kitenge, vitenge, ankara, dera, kanzu, nguo ya harusi, wedding gown, wedding dress, pazia, mapazia, blind, window blind, sheer, sweater, knit, knitting, crochet, kufuma, mfumaji, bedcover, school uniform, kurekebisha nguo, kupunguza nguo, sewing machine, overlock',
  },
  shoes: {
    person: 'cobbler',
    words:
      'kiatu, shoemaker, shoe polish, shoeshine, ndula, sole, bag, begi, mkoba, mikoba, handbag, suitcase, leather, leather work, ngozi, mshona viatu, kushona viatu, kushona kiatu, kushona begi, sneaker, sneaker cleaning, sandal, akala, buti',
  },
  hair: {
    person: 'hairdresser',
    words:
      'hair do, hairstyle, hairstylist, stylist, saluni, saloon, nywele, msuka nywele, kusuka nywele, kusukwa, suka, anisuke, nisuke, kunisuka, wasusi, braider, box braid, knotless, cornrow, matuta, twist, weave, wig making, wig installation, crochet, dread, rasta, locs, loctician, sisterlock, retouch, relaxer, blow dry, hair treatment, hair wash, hair dye, kuosha nywele, frontal, ghana weaving, pony tail, mtu wa nywele, kinyozi na salon',
  },
  barber: {
    person: 'barber',
    words:
      'baba shop, babershop, barba, cut hair, kunyoa, nyoa, kunyolewa, ninyoe, kunyoa nywele, kukata nywele, kunyoa ndevu, shave, shaver, beard, ndevu, fade, vinyozi, nyozi',
  },
  beauty: {
    person: 'beautician',
    words:
      'manicurist, nail tech, nail technician, nail art, gel, gel nail, acrylic, kucha, kupaka kucha, kucha rangi, kupaka kucha rangi, pedi, tips, mani pedi, make up artist, mua, masseuse, masseur, masaji, kukanda, kandwa, skin care, urembo, mrembeshaji, eyelash, eyebrow, nyusi, microblading, threading, wax, waxing, hina, heena, tattoo, piercing, sauna, body scrub, cosmetology',
  },
  mechanic: {
    person: 'mechanic',
    words:
      'rangi gari, rangi magari, kupiga rangi gari, kupiga rangi magari, mekanika, mekanik, mechanik, macanic, mecanic, magari, moti, motor vehicle, mashine ya gari, engine, injini, gearbox, clutch, brake, breki, radiator, suspension, shock absorber, shock, exhaust, silencer, car service, car servicing, oil change, diagnosis, diagnostic, towing, tow, tow truck, breakdown, gari imekwama, gari imeharibika, spraying car, car spraying, car paint, car painting, car spray, bodywork, dent, denting, windscreen, car ac, car air conditioning, alternator, starter, car battery, jump start, tairi, matairi, tire, gurudumu, wheel, wheel alignment, wheel balancing, alignment, flat tyre, pancha, puncha, matatu, bus, auto garage, auto, automotive, automobile, petrol, diesel, car alarm, car music, car radio, car stereo, car key programming, carwash machine, headlight, overheating, lorry repair, truck repair, tractor repair',
  },
  motorbike: {
    person: 'motorbike fundi',
    words:
      'motobike, boda repair, boda mechanic, fundi wa boda, fundi wa nduthi, nduthi repair, nduthi, bike, cycle, bike repair, cyclist, pikipiki mechanic, tuk tuk repair, spokes, boxer',
  },
  boda: {
    person: 'boda rider',
    words:
      'bodaboda, bodaa, nduthi, piki, pikipiki, bajaj, courier, parcel, deliver, kupeleka mzigo, peleka, messenger, tarishi, mjumbe, cab, uber, bolt, teksi, chauffeur, madereva, kuendesha, ride, school run, airport, airport transfer, car hire, kukodisha gari, mtu wa pikipiki, mwendesha pikipiki, shopping, run errand',
  },
  moving: {
    person: 'mover',
    words:
      'move, move house, moving house, house moving, relocate, relocation, relocating, shift, shifting, kuhama, kuhamia, kuhamisha, nahama, uhamisho, kusafirisha, safirisha, mizigo, mzigo, kubeba, kubeba mizigo, kubeba vitu, vitu vya nyumba, luggage, cargo, lori, malori, truck, trailer, tipper, kanta, van, sand, mchanga, ballast, kokoto, building material, hardware, hamali, makuli, handcart, cart, mikokoteni, rukwama, punda, donkey, donkey cart, water bowser, bowser, water tanker, water vendor, kuleta maji, kuuza maji, maji safi, clean water, gas delivery, gas refill, packing, packer, car transport, offloading, unloading, kupakia, kupakua, kuhamisha nyumba, trip ya mchanga',
  },
  phone: {
    person: 'phone fundi',
    words:
      'simu imevunjika, kioo cha simu, kioo ya simu, phone screen, phone glass, broken screen, cracked screen, screen, skrini, touch, charging port, charging system, charger, phone battery, flash phone, flashing, unlock phone, unlocking, iphone, samsung, tecno, infinix, itel, smartphone, mobile, mobile phone, cellphone, tablet, ipad, mac, macbook, desktop, pc, kompyuta, tarakilishi, laptop screen, keyboard, windows installation, microsoft, virus, antivirus, data recovery, it support, it technician, it guy, router, starlink, fiber, fibre, waifai, mtandao, bandwidth, cyber, cyber cafe, web, web developer, web design, web designer, app developer, app, developer, programmer, programming, coding, typist, typing, cv, cv writing, kra, kra return, ecitizen, photocopy, photocopier, toner, network, gaming, playstation, hard disk',
  },
  tv: {
    person: 'TV fundi',
    words:
      'telly, televisheni, luninga, smart tv, tv screen, screen, flat screen, decoder, dikoda, gotv, startimes, zuku, free to air, kingamuzi, antenna, antena, arial, ariel, erial, dish, tv mount, tv bracket, mount tv, mounting tv, tv wall mount, woofer, subwoofer, hoofer, speaker, spika, amplifier, amp, home theatre, home theater, soundbar, remote, remote control, set top box, elektroniki, dvd, gadget, circuit board, blender, iron box, kettle, car radio, projector, signal',
  },
  appliances: {
    person: 'fridge fundi',
    words:
      'frij, friza, fridge imeharibika, jokofu, majokofu, jokovu, kiyoyozi, viyoyozi, barafu, ice, deep freezer, cold room, gas cooker, jiko, jiko ya gas, jiko la gesi, majiko, meko, gas, gesi, burner, stove, hot plate, mashine ya kufua, mashine ya nguo, dryer, dishwasher, water dispenser, dispenser, ac, air con, air conditioner, air condition, hvac, compressor, blender, blenda, iron box, pasi ya umeme, kettle, toaster, juicer, home appliance, kitchen appliance, coffee machine, vacuum cleaner, heater, fan, electrical appliance',
  },
  garden: {
    person: 'gardener',
    words:
      'shambaboy, mtu wa shamba, kazi ya shamba, farmhand, farmboy, nyasi, grass, lawn, lawn mower, mowing, mower, slash, slasher, slashing, kufyeka, fyeka, kukata nyasi, kata nyasi, hedge, hedge trimming, trim, trimming, kukata miti, kukata mti, kata mti, mti, miti, tree, tree felling, tree pruning, prune, pruning, kuni, firewood, maua, flower, nursery, miche, seedling, lima, mlima shamba, kupalilia, palilia, weeding, weed, dig, digging, jembe, planting, plant, kupanda, panda, harvest, harvesting, kuvuna, kuvuna mahindi, mahindi, maize, mifugo, ng ombe, cow, goat, mbuzi, kuku, chicken, pig, nguruwe, sheep, kondoo, sungura, rabbit, fish pond, vet, veterinary, daktari wa mifugo, daktari wa ngombe, daktari wa wanyama, ai services, artificial insemination, animal, mnyama, wanyama, livestock, kukamua, milking, dairy, greenhouse, irrigation, drip irrigation, tractor, trekta, plough, ploughing, manure, mbolea, agriculture, agronomist, mkulima wa shamba, mtunza bustani, mtunza shamba, compound ya nyumba, landscape',
  },
  catering: {
    person: 'caterer',
    words:
      'outside catering, cateress, katering, chakula, food, lunch, meal, mapishi, pika, anipikie, kunipikia, kupikia, wapishi, keki, birthday cake, wedding cake, mandazi, chapati, chapo, pilau, biryani, samosa, sambusa, nyama choma, kuchoma nyama, choma, bbq, barbecue, waiter, waitress, snack, bite, biting, bake, mkate, mikate, bread, pastry, cookie, kuoka, mwokaji, juice, bartender, barista, hoteli, kitchen help, slaughter, kuchinja, butcher, mchinjaji',
  },
  events: {
    person: 'event planner',
    words:
      'hema, mahema, tenti, matenti, meza na viti, viti na meza, viti vya kukodisha, kukodisha viti, kukodisha tent, kukodi tent, viti, table hire, tent hire, sound, sound hire, pa, pa system, mic, microphone, speaker, deejay, disc jockey, disco, emcee, mcee, master of ceremony, muziki, music, band, mapambo, deco, decorator, decorating, wedding, harusi, birthday, party, pati, sherehe, hafla, funeral, mazishi, msiba, ruracio, dowry, graduation, baby shower, bouncing castle, bouncy castle, face painting, clown, balloon, flower, stage, jukwaa, singer, mwimbaji, musician, mwanamuziki, entertainment, event organizer, wedding planner, red carpet, hire chair, mobile toilet, ushers',
  },
  photo: {
    person: 'photographer',
    words:
      'fotografa, photgrapher, photograph, mpigapicha, mpiga video, mpiga photo, kupiga picha, piga picha, kupigwa picha, picha za harusi, camera man, camera, kamera, shoot, photo shoot, photo studio, studio, passport photo, passport, video shooting, video shoot, shooting, video editing, editing, editor, live stream, streaming, wedding photo, framing, photo frame',
  },
  security: {
    person: 'watchman',
    words:
      'watchmen, watchie, soja, sojaa, soldier, askari wa usiku, night guard, day guard, night watch, gateman, gatekeeper, bawabu, walinzi, mtu wa kulinda, kulinda, linda, anilindie, usalama, mlinzi wa usiku, security officer, security company, bodyguard, dog handler, guard dog, dog, mbwa, k9, patrol',
  },
  locks: {
    person: 'locksmith',
    words:
      'locksmithing, ufunguo, funguo, fungua mlango, kufungua mlango, kufungua kufuli, makufuli, lost key, spare key, duplicate key, key duplicate, car key, car key programming, locked out, locked, unlock, unlock door, door lock, kitasa, vitasa, kitaza, union lock, mortice, safe, saa, watch, watch repair, clock, clock repair, fundi wa saa, fundi saa, wall clock, wrist watch',
  },
  tuition: {
    person: 'tutor',
    words:
      'home tuition, tuisheni, tusheni, ticha, walimu, tutoring, private teacher, home teacher, kufundisha, kufunza, fundisha, anifundishe, masomo, somo, math, mathematic, hisabati, hesabu, english, kiswahili, swahili, science, physics, chemistry, biology, cbc, kcse, kcpe, kpsea, igcse, homework, assignment, holiday tuition, school, shule, student, mwanafunzi, wanafunzi, exam, revision, piano, guitar, gitaa, music lesson, keyboard lesson, swimming lesson, swimming, kuogelea, driving school, driving lesson, learn driving, kujifunza, learn, class, computer lesson, computer class, language, french, german, dance, dance lesson, gym, gym trainer, fitness, personal trainer, trainer, training, coach, coaching, kocha, karate, taekwondo, quran, madrasa, mkufunzi',
  },
  signs: {
    person: 'printer',
    words:
      'sign, signboard, signage, bango, mabango, poster, sticker, vinyl sticker, business card, t shirt, tshirt printing, logo, logo design, graphic, design, designer, flyer, brochure, rubber stamp, stamp, muhuri, card, wedding card, invitation card, kuchapisha, chapisha, print, printer, screen printing, mchoraji, artist, art, kuchora, drawing, billboard, mug, mug printing, cap, number plate, engraving, calligraphy, book binding, binding',
  },
  handyman: {
    person: 'handyman',
    words:
      'handymen, casual, casual worker, casual labourer, casual laborer, labourer, laborer, labour, labor, manpower, kila kitu, kazi ya mkono, kazi ya mikono, kazi za mkono, kazi ya mjengo, mtu wa mjengo, mtu wa kazi, mtu wa mkono, turnboy, spanner boy, helper, msaidizi, assistant, vijana wa kazi, kijana wa kazi, kazi ndogo ndogo, mfanyakazi, mfanyikazi, wafanyakazi, general work, general worker, general fundi, general maintenance, maintenance, jack of all, house repair, home repair, small repair, minor repair, house maintenance, home maintenance, curtain rod, curtain rail, curtain box, hang picture, picture hanging, wall drilling, drill wall, drill, kutoboa ukuta, kutoboa, kuchimba, kuchimba mtaro, kuchimba shimo, mtaro, trench, trenching, shimo, hole, mjengo',
  },
};
