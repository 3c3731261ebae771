/** What several calls on people must say together: rules of spec §4 to §6 that a person notices. */
import { USES } from './screens.ts';
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
  {
    call: 'listFundis',
    tried: 'has a new fundi, on whichever page, with the whole profile',
    run: async (town) => {
      const { token, name, idNumber } = town.fundi;
      await fill(town, token, name, idNumber);
      const own = (await fundisSeen(town)).find((row) => row.name === name);
      const { screen } = USES.listFundis;
      if (!own) return breaks('the fundi is on no page', screen, 'a new fundi is not found');
      const lost = (['location', 'skills', 'rate_note'] as const).filter(
        (key) => own[key] !== profile[key],
      );
      if (lost.length > 0) return breaks(`${lost.join(', ')}: lost`, screen, 'cards say "N/A"');
      if (own.phone_number !== null) return HOLDS;
      return copes('no phone in the list', 'the card has no Call; the page of the fundi has it');
    },
  },
  {
    call: 'listFundis',
    tried: 'has other fundis on every page',
    run: async (town) => {
      const ids = (await fundisSeen(town)).map(({ id }) => String(id));
      const twice = ids.length - new Set(ids).size;
      if (twice === 0) return HOLDS;
      const { screen } = USES.listFundis;
      if (twice * 2 < ids.length) return copes(`${twice} come twice`, 'the app shows each once');
      return breaks(
        'the next page is an earlier one',
        screen,
        'fundis on later pages are never seen',
      );
    },
  },
  {
    call: 'listFundis',
    tried: 'shows no ID number, and no phone of a fundi who hides it',
    run: async (town) => {
      const { token, name, idNumber, phone } = town.fundi;
      const hidden = await fill(town, token, name, idNumber, { show_contact: false });
      const { id } = town.app.readFundiAccount(hidden);
      const texts = JSON.stringify([
        await town.list('listFundis'),
        await town.ok('getFundi', { id }),
      ]);
      await fill(town, token, name, idNumber);
      const { screen } = USES.listFundis;
      if (texts.includes(`"${idNumber}"`)) return breaks('it shows ID numbers', screen, NOT_THEIRS);
      const numbers = [phone, `+254${phone.slice(1)}`, `254${phone.slice(1)}`];
      if (numbers.some((number) => texts.includes(`"${number}"`)))
        return breaks('it shows hidden phones', screen, 'a Call link to somebody who wants none');
      return HOLDS;
    },
  },
  {
    call: 'updateMyFundi',
    tried: 'switches the availability alone, and leaves the rest',
    run: async (town) => {
      const { token, name, idNumber } = town.fundi;
      await fill(town, token, name, idNumber);
      const heard = await town.sender.send('updateMyFundi', {
        token,
        body: { is_available: false },
      });
      const { screen } = USES.getMyFundi;
      if (heard.status >= 300) {
        const seen = '"Failed to update availability", and the switch goes back';
        return breaks(`answered ${heard.status} ${heard.text.slice(0, 80)}`, screen, seen);
      }
      const own = town.app.readFundiAccount(await town.ok('getMyFundi', { token }));
      if (own.skills !== profile.skills || own.location !== profile.location)
        return breaks('other fields are emptied', screen, 'the profile is gone after one switch');
      if (own.is_available) return breaks('nothing changes', screen, 'the switch goes back');
      const listed = (await fundisSeen(town)).some((row) => row.name === name && row.is_available);
      await fill(town, token, name, idNumber);
      if (!listed) return HOLDS;
      return breaks(
        'the list still says available',
        USES.listFundis.screen,
        'a busy fundi is called',
      );
    },
  },
  {
    call: 'resetPassword',
    tried: 'changes the password, and ends the sessions',
    run: async (town) => {
      const person = await town.register('client');
      const body = {
        phone_number: person.phone,
        id_number: person.idNumber,
        new_password: 'new-2026',
      };
      await town.ok('resetPassword', { body });
      const login = { phone_number: person.phone, password: 'new-2026' };
      const withNew = await town.sender.send('loginClient', { body: login });
      const { screen } = USES.resetPassword;
      if (withNew.status >= 300) {
        const seen = 'the person is told that it worked, and cannot log in';
        return breaks(`the new password is answered with ${withNew.status}`, screen, seen);
      }
      const old = { ...login, password: person.password };
      if ((await town.sender.send('loginClient', { body: old })).status < 300)
        return breaks('the old password still works', screen, 'whoever knows it stays in');
      if ((await town.sender.send('getMyClient', { token: person.token })).status >= 300)
        return HOLDS;
      return copes('older tokens stay good', 'the app does not notice; a thief stays signed in');
    },
  },
  {
    call: 'loginClient',
    tried: 'leaves the session on another device',
    run: async (town) => {
      await town.login(town.client);
      const { token } = town.client;
      if ((await town.sender.send('getMyClient', { token })).status < 300) return HOLDS;
      return copes('a login ends the one before', 'the other device asks for a new login');
    },
  },
];
