/** What several calls on people must say together: rules of spec §4 to §6 that a person notices. */
import { screenOf } from './screens.ts';
import { flow } from './town.ts';
import type { Flow, Town } from './town.ts';
import { breaks, copes, HOLDS } from './verdict.ts';

const profile = {
  skills: 'Solar, <b>Wiring</b> 🔌',
  location: 'Juja',
  rate_note: 'Ksh 1,500 a day',
  is_available: true,
  show_contact: true,
};
const NOT_THEIRS = 'no screen shows it: anybody who asks the API reads it';

/** Fills the profile of a fundi; the app does so after the first login. */
async function fill(town: Town, token: string, name: string, idNumber: string, rest: object = {}) {
  const body = { name, id_number: idNumber, ...profile, ...rest };
  return await town.ok('updateMyFundi', { token, body });
}

const fundisSeen = async (town: Town) =>
  (await town.list('listFundis')).map((item) => town.app.readFundi(item));

export const ofPeople: Flow[] = [
  flow('listFundis', 'has a new fundi, on whichever page, with the whole profile', async (town) => {
    const { token, name, idNumber } = town.fundi;
    await fill(town, token, name, idNumber);
    const own = (await fundisSeen(town)).find((row) => row.name === name);
    if (!own) return breaks('the fundi is on no page', 'a new fundi is not found');
    const lost = (['location', 'skills', 'rate_note'] as const).filter(
      (key) => own[key] !== profile[key],
    );
    if (lost.length > 0) return breaks(`${lost.join(', ')}: lost`, 'cards say "N/A"');
    if (own.phone_number !== null) return HOLDS;
    return copes('no phone in the list', 'the card has no Call; the page of the fundi has it');
  }),
  flow('listFundis', 'has other fundis on every page', async (town) => {
    const ids = (await fundisSeen(town)).map(({ id }) => String(id));
    const twice = ids.length - new Set(ids).size;
    if (twice === 0) return HOLDS;
    if (twice * 2 < ids.length) return copes(`${twice} come twice`, 'the app shows each once');
    return breaks('the next page is an earlier one', 'fundis on later pages are never seen');
  }),
  flow('listFundis', 'shows no ID number, and no phone of a fundi who hides it', async (town) => {
    const { token, name, idNumber, phone } = town.fundi;
    const hidden = await fill(town, token, name, idNumber, { show_contact: false });
    const { id } = town.app.readFundiAccount(hidden);
    const listed = await town.list('listFundis');
    const texts = JSON.stringify([listed, await town.ok('getFundi', { id })]);
    await fill(town, token, name, idNumber);
    if (texts.includes(`"${idNumber}"`)) return breaks('it shows ID numbers', NOT_THEIRS);
    const numbers = [phone, `+254${phone.slice(1)}`, `254${phone.slice(1)}`];
    if (numbers.some((number) => texts.includes(`"${number}"`)))
      return breaks('it shows hidden phones', 'a Call link to somebody who wants none');
    return HOLDS;
  }),
  flow('updateMyFundi', 'switches the availability alone, and leaves the rest', async (town) => {
    const { token, name, idNumber } = town.fundi;
    await fill(town, token, name, idNumber);
    const heard = await town.sender.send('updateMyFundi', { token, body: { is_available: false } });
    const { screen } = screenOf('getMyFundi');
    if (heard.status >= 300) {
      const seen = '"Failed to update availability", and the switch goes back';
      return breaks(`answered ${heard.status} ${heard.text.slice(0, 80)}`, seen, screen);
    }
    const own = town.app.readFundiAccount(await town.ok('getMyFundi', { token }));
    if (own.skills !== profile.skills || own.location !== profile.location)
      return breaks('other fields are emptied', 'the profile is gone after one switch', screen);
    if (own.is_available) return breaks('nothing changes', 'the switch goes back', screen);
    const listed = (await fundisSeen(town)).some((row) => row.name === name && row.is_available);
    await fill(town, token, name, idNumber);
    if (!listed) return HOLDS;
    const directory = screenOf('listFundis').screen;
    return breaks('the list still says available', 'a busy fundi is called', directory);
  }),
  flow('resetPassword', 'changes the password, and ends the sessions', async (town) => {
    const person = await town.register('client');
    const [phone_number, password] = [person.phone, 'new-2026'];
    const body = { phone_number, id_number: person.idNumber, new_password: password };
    await town.ok('resetPassword', { body });
    const login = { phone_number, password };
    const withNew = await town.sender.send('loginClient', { body: login });
    if (withNew.status >= 300) {
      const seen = 'the person is told that it worked, and cannot log in';
      return breaks(`the new password is answered with ${withNew.status}`, seen);
    }
    const old = { ...login, password: person.password };
    if ((await town.sender.send('loginClient', { body: old })).status < 300)
      return breaks('the old password still works', 'whoever knows it stays in');
    if ((await town.sender.send('getMyClient', { token: person.token })).status >= 300)
      return HOLDS;
    return copes('older tokens stay good', 'the app does not notice; a thief stays signed in');
  }),
  flow('loginClient', 'leaves the session on another device', async (town) => {
    await town.login(town.client);
    const { token } = town.client;
    if ((await town.sender.send('getMyClient', { token })).status < 300) return HOLDS;
    return copes('a login ends the one before', 'the other device asks for a new login');
  }),
];
