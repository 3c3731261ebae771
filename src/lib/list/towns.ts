/**
 * Towns of Kenya and estates around Nairobi and Thika, in small letters: who asks for one of them
 * means a place, also where no listing has it.
 */
import { plainWords } from '../../contract/trades.ts';

const names = `
  Athi River, Awasi, Bahati, Bomet, Bondo, Bungoma, Buruburu, Busia, Chuka, Dagoretti, Dandora, Donholm,
  Eastleigh, Eldoret, Elburgon, Embakasi, Embu, Garissa, Gachie, Gachororo, Gatanga, Gatundu, Gigiri, Gilgil,
  Githunguri, Githurai, Hola, Homa Bay, Huruma, Imara Daima, Isiolo, Iten, Juja, Juja Farm, Kabarnet, Kabete,
  Kahawa Sukari, Kahawa Wendani, Kahawa West, Kajiado, Kakamega, Kamakis, Kamulu, Kangemi, Kapsabet,
  Karatina, Karen, Kariobangi, Kasarani, Kawangware, Kayole, Kericho, Keroka, Kerugoya, Kiambu, Kibera, Kibwezi,
  Kikuyu, Kilifi, Kilimani, Kileleshwa, Kimbo, Kimilili, Kinoo, Kirinyaga, Kisii, Kisumu, Kitale, Kitengela, Kitui,
  Kwale, Lamu, Langata, Lavington, Limuru, Lodwar, Lokichoggio, Luanda, Machakos, Madaraka, Makongeni, Makuyu,
  Malaba, Malindi, Mandera, Maragua, Maralal, Marsabit, Mathare, Matuu, Membley, Meru, Migori, Mlolongo, Molo,
  Mombasa, Moyale, Mtwapa, Mumias, Murang'a, Mutomo, Mwea, Mwiki, Mwingi, Nairobi, Nakuru, Namanga, Nanyuki, Narok,
  Naivasha, Ndenderu, Ndumberi, Ngara, Ngoingwa, Ngong, Njiru, Njoro, Nyahururu, Nyamira, Nyeri, Ol Kalou,
  Ongata Rongai, Oyugis, Parklands, Pipeline, Ridgeways, Roysambu, Ruai, Ruaka, Ruaraka, Ruiru, Rongai, Runda,
  Sagana, Siaya, Sori, South B, South C, Syokimau, Tala, Tassia, Taveta, Thika, Thika Road, Thindigua, Thogoto,
  Toll Station, Uasin Gishu, Ugunja, Ukunda, Umoja, Utawala, Vihiga, Voi, Wajir, Wangige, Watamu, Webuye,
  Westlands, Witeithie, Wote, Wundanyi, Zimmerman`;

export const TOWNS: ReadonlySet<string> = new Set(
  names.split(',').map((name) => plainWords(name).join(' ')),
);
