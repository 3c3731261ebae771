/** `npm run openapi`: writes docs/openapi.json from the contract. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'prettier';
import { root } from '../scripts/root.mjs';
import { openApiDocument } from '../server/http/openapi.ts';

/** The document as it stands in docs/. */
export const openApiText = async (): Promise<string> =>
  format(JSON.stringify(await openApiDocument('http://localhost:8000/api')), {
    parser: 'json',
    printWidth: 100,
  });

if (import.meta.main) writeFileSync(path.join(root, 'docs', 'openapi.json'), await openApiText());
