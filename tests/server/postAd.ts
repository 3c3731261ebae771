/** Posts an ad as a browser does: a multipart form with a picture. */
import { adForm } from '../../testkit/contract/world.ts';
import type { Harness } from '../../testkit/serverHarness.ts';

/** A form as a server receives it: its bytes and their type. */
export async function multipart(form: FormData) {
  const request = new Request('http://any/', { method: 'POST', body: form });
  const type = request.headers.get('content-type') ?? '';
  return { payload: Buffer.from(await request.arrayBuffer()), headers: { 'content-type': type } };
}

/** The answer to `createAd`, sent with these headers. */
export async function postAd({ app }: Harness, headers: object, form = adForm()) {
  const sent = await multipart(form);
  return await app.inject({
    method: 'POST',
    url: '/api/ads/',
    payload: sent.payload,
    headers: { ...headers, ...sent.headers },
  });
}
