import { endpoints } from '../../../src/contract/endpoints.ts';
import type { Endpoint, EndpointName } from '../../../src/contract/endpoints.ts';
import { ofClient, ofFundi, ofOtherClient, PEOPLE, refusal, UNKNOWN_ID } from './types.ts';
import type { Refused } from './types.ts';

/** The refusals that follow from a call's row of the endpoint table. */
export function refusedByTable(name: EndpointName): Refused[] {
  const { auth, path, method, multipart }: Endpoint = endpoints[name];
  const isOfFundi = auth === 'fundi';
  const bearer: Refused['sent'] = ({ client, fundi }) => ({
    headers: { Authorization: `Bearer ${isOfFundi ? fundi.token : client.token}` },
  });
  const refused: Refused[] = [];
  if (auth !== 'none') {
    refused.push(
      refusal('no token', 401, { token: null }, PEOPLE),
      refusal('an unknown token', 401, { token: 'x'.repeat(43) }, PEOPLE),
      refusal('a token of another scheme', 401, bearer),
    );
  }
  if (isOfFundi) refused.push(refusal('a client', 403, ofClient, PEOPLE));
  if (auth === 'client') refused.push(refusal('a fundi', 403, ofFundi, PEOPLE));
  if (path.includes('{id}')) {
    refused.push(
      refusal('an id that is not there', 404, { id: UNKNOWN_ID }),
      refusal('an id of another kind', 404, { id: 'abc' }),
    );
    if (auth === 'client')
      refused.push(refusal("someone else's record", 403, ofOtherClient, PEOPLE));
  }
  if (method !== 'GET' && method !== 'DELETE' && !multipart)
    refused.push(refusal('what is not JSON', 400, { body: '{"a":' }));
  return refused;
}
