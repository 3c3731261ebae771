/** The mocks in Node: the network of every screen and contract test. */
import { File as NodeFile } from 'node:buffer';
import { setupServer } from 'msw/node';
import { API_BASE, mswHandlers } from './network.ts';
import { resetOverrides } from './overrides.ts';
import { reset } from './town.ts';

/**
 * The fields of a multipart form. Node's parser makes a global `File` and wants it to be its own,
 * which it is not under jsdom.
 */
async function readForm(request: Request): Promise<Record<string, unknown>> {
  const bytes = await request.arrayBuffer();
  const headers = { 'Content-Type': request.headers.get('content-type') ?? '' };
  const domFile = globalThis.File;
  globalThis.File = NodeFile as unknown as typeof File;
  try {
    const form = new Response(bytes, { headers }).formData();
    return Object.fromEntries(await form);
  } finally {
    globalThis.File = domFile;
  }
}

/** The MSW server; `listen()` it in a setup file. A call outside the contract is an error. */
export const server = setupServer(...mswHandlers(API_BASE, readForm));

/** The town, the log and every override as at the start. */
export function resetMocks(): void {
  server.resetHandlers();
  resetOverrides();
  reset();
}
