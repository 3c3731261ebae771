import { endpoints } from '../../../src/contract/endpoints.ts';
import type { Endpoint, EndpointName } from '../../../src/contract/endpoints.ts';
import { ofClient, ofFundi, UNKNOWN_ID } from './types.ts';
import type { Refused } from './types.ts';

/** The refusals that follow from a call's row of the endpoint table. */
export function refusedByTable(name: EndpointName): Refused[] {
  const { auth, path, method, multipart }: Endpoint = endpoints[name];
  const refused: Refused[] = [];
  if (auth !== 'none') {
    refused.push(
      { title: 'no token', sent: { token: null }, status: 401, guards: 'people' },
      {
        title: 'an unknown token',
        sent: { token: 'x'.repeat(43) },
        status: 401,
        guards: 'people',
      },
      {
        title: 'a token of another scheme',
        sent: ({ client, fundi }) => ({
          headers: { Authorization: `Bearer ${auth === 'fundi' ? fundi.token : client.token}` },
        }),
        status: 401,
      },
    );
  }
  if (auth === 'fundi')
    refused.push({ title: 'a client', sent: ofClient, status: 403, guards: 'people' });
  if (auth === 'client')
    refused.push({ title: 'a fundi', sent: ofFundi, status: 403, guards: 'people' });
  if (path.includes('{id}')) {
    refused.push(
      { title: 'an id that is not there', sent: { id: UNKNOWN_ID }, status: 404 },
      { title: 'an id of another kind', sent: { id: 'abc' }, status: 404 },
    );
    if (auth === 'client') {
      refused.push({
        title: "someone else's record",
        sent: ({ otherClient }) => ({ token: otherClient.token }),
        status: 403,
        guards: 'people',
      });
    }
  }
  if (method !== 'GET' && method !== 'DELETE' && !multipart) {
    refused.push({ title: 'what is not JSON', sent: { body: '{"a":' }, status: 400 });
  }
  return refused;
}
