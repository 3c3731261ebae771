import { expect } from 'vitest';
import * as VALIDATION from '../../../src/contract/messages/validation.ts';
import { adForm } from '../world.ts';
import { anAd, ofClient } from './types.ts';
import type { CasesOf } from './types.ts';

/** Cases of the calls on ads. */
export const adCases: CasesOf<'listAds' | 'listMyAds' | 'createAd' | 'getAd' | 'deleteAd'> = {
  listAds: { good: () => ({}) },
  listMyAds: { good: ofClient },
  createAd: {
    good: (world) => ofClient(world, { body: adForm() }),
    check: (ad) => {
      expect(ad).toMatchObject({ is_active: false, expires_at: null });
      expect(ad.image_url).toMatch(/^https?:\/\//);
      expect(ad.image_small).toMatch(/^https?:\/\//);
      expect(ad.image_small).not.toBe(ad.image_url);
    },
    refused: [
      {
        title: 'no image',
        sent: { body: adForm({ image: null }) },
        status: 400,
        field: 'image',
        text: VALIDATION.imageRequired,
      },
      {
        title: 'a file that is not an image',
        sent: {
          body: adForm({ image: new File(['hello'], 'hello.txt', { type: 'text/plain' }) }),
        },
        status: 400,
        field: 'image',
      },
      {
        title: 'no title',
        sent: { body: adForm({ title: null }) },
        status: 400,
        field: 'title',
        text: 'Title is required.',
      },
      {
        title: 'a link that is not http',
        sent: { body: adForm({ link: 'javascript:alert(1)' }) },
        status: 400,
        field: 'link',
        text: 'Link must start with http:// or https://.',
      },
    ],
  },
  getAd: { good: anAd },
  deleteAd: { good: anAd },
};
