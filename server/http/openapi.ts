/** The contract as an OpenAPI document with examples: in docs/openapi.json, at /api/docs/json and as the page /api/docs. */
import swagger from '@fastify/swagger';
import Fastify from 'fastify';
import type { FastifySchema, FastifyInstance } from 'fastify';
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
} from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { StaticDocumentSpec } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { endpointRows } from '../../src/contract/endpoints.ts';
import type { Endpoint, EndpointName } from '../../src/contract/endpoints.ts';
import * as schemas from '../../src/contract/schemas.ts';
import { ANSWERS, BODIES, MEANINGS, REFUSALS, WRONG_LOGIN } from './openapiExamples.ts';
import type { RefusalStatus } from './openapiExamples.ts';
import type { Config } from '../config.ts';
import type { Call } from './registerEndpoints.ts';

type Json = Record<string, unknown>;

/** The schemas that have a name of their own in the document. */
const NAMED = {
  Fundi: schemas.fundiSchema,
  FundiAccount: schemas.fundiAccountSchema,
  ClientAccount: schemas.clientAccountSchema,
  Job: schemas.jobSchema,
  Ad: schemas.adSchema,
  PayBill: schemas.payBillSchema,
  PaymentStatus: schemas.paymentStatusSchema,
  Prompt: schemas.promptSchema,
  Token: schemas.tokenSchema,
  Message: schemas.messageSchema,
  Error: schemas.errorSchema,
};

const GROUPS: [name: string, folder: string, description: string][] = [
  ['Accounts', 'accounts', 'Registration, login, profiles, and the directory of fundis.'],
  ['Jobs', 'jobs', 'Posted and managed by their owner, found by fundis.'],
  ['Ads', 'ads', 'Added and managed by their owner, seen by everybody.'],
  ['Payments', 'mpesa payments', 'Prompts to a phone, and what became of them.'],
  ['Extras', '', 'Not in the specification: an API may leave them out.'],
];

/** A JSON Schema without what only a strict test needs: an API may send more fields than these. */
function withoutStrictness({ jsonSchema }: { jsonSchema: Json }): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  const properties = (jsonSchema.properties ?? {}) as Record<string, Json>;
  for (const name of ['phone', 'phone_number']) {
    if (properties[name]?.type === 'string') properties[name].pattern = '^\\d{10}$';
  }
}

/** What the document says of a schema beside its form: its name, an example. */
const schemaRegistry = z.registry<Json>();
for (const [id, schema] of Object.entries(NAMED)) schemaRegistry.add(schema, { id });
const ofZod = { schemaRegistry, zodToJsonConfig: { override: withoutStrictness } };
const describedAs = <S extends z.core.$ZodType>(schema: S, about: Json): S => {
  schemaRegistry.add(schema, about);
  return schema;
};

const ID = describedAs(z.string(), { examples: ['7'] });
const NOTHING = describedAs(z.null(), { description: 'Done.' });
const IMAGE = describedAs(z.string(), { format: 'binary', description: 'JPEG, PNG or WebP.' });

const answered = (description: string, schema: z.core.$ZodType) => ({
  description,
  content: { 'application/json': { schema } },
});

function refusalsOf(name: EndpointName, { auth }: Endpoint) {
  const rows = Object.keys(REFUSALS[name]).map((status) => {
    const isLogin = status === '401' && auth === 'none';
    const meaning = isLogin ? WRONG_LOGIN : MEANINGS[Number(status) as RefusalStatus];
    return [status, answered(meaning, schemas.errorSchema)] as const;
  });
  return Object.fromEntries(rows);
}

function routeSchema(name: EndpointName, row: Endpoint): FastifySchema {
  const { auth, optional, path, multipart } = row;
  const { status, body, query, answer }: Call = schemas.calls[name];
  const folder = path.split('/')[1] ?? '';
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const group = optional ? 'Extras' : GROUPS.find(([, folders]) => folders.includes(folder))?.[0];
  return {
    operationId: name,
    summary: words.charAt(0).toUpperCase() + words.slice(1),
    description:
      (auth === 'none' ? 'Public.' : `Signed in: ${auth}.`) +
      (optional ? ' Not in the specification: an API may leave it out.' : ''),
    tags: group ? [group] : [],
    security: auth === 'none' ? [] : [{ token: [] }],
    ...(path.includes('{id}') && { params: z.object({ id: ID }) }),
    ...(query && { querystring: z.object({ job_id: ID }) }),
    ...(body && { body: describedAs(z.clone(body), { examples: [BODIES[name]] }) }),
    ...(multipart && {
      consumes: ['multipart/form-data'],
      body: z.extend(schemas.calls.createAd.body, { image: IMAGE }),
    }),
    response: {
      [status]: status === 204 ? NOTHING : answered('Done.', answer),
      ...refusalsOf(name, row),
    },
  };
}

const INFO = {
  title: 'Fundi Mtaani API',
  description:
    'What the app calls. Failures are `{"error": "…"}` or `{"field": ["…"]}`. Fields that are not ' +
    'required may be left out; docs/backend.md says what the app does then.',
  version: '1',
  license: { name: 'MIT', identifier: 'MIT' },
};
const TOKEN = {
  type: 'apiKey',
  in: 'header',
  name: 'Authorization',
  description: '`Token ` and the token of a login.',
} as const;

/** An answer in the document; one without a body has no content. */
interface DocumentedAnswer {
  content?: { 'application/json': { example?: unknown } };
}
type Paths = Record<string, Record<string, { responses: Record<string, DocumentedAnswer> }>>;

/** The document of an API whose base is `url`, of routes that nobody calls: one for each row of the contract. */
export async function openApiDocument(url: string): Promise<Json> {
  const app = Fastify();
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: INFO,
      servers: [{ url }],
      tags: GROUPS.map(([name, , description]) => ({ name, description })),
      components: { securitySchemes: { token: TOKEN } },
    },
    transform: createJsonSchemaTransform(ofZod),
    transformObject: createJsonSchemaTransformObject(ofZod),
  });
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => () => '');
  for (const [name, row] of endpointRows) {
    const path = row.path.replace('{id}', ':id');
    const schema = routeSchema(name, row);
    app.route({ method: row.method, url: path, schema, handler: () => undefined });
  }
  await app.ready();
  const document = app.swagger() as unknown as Json & {
    paths: Paths;
    components: { schemas: Json };
  };
  // The library lists each schema once more for bodies, and gives answers no example.
  for (const name of Object.keys(NAMED)) delete document.components.schemas[`${name}Input`];
  for (const [name, { path, method }] of endpointRows) {
    const answers = document.paths[path]?.[method.toLowerCase()]?.responses ?? {};
    for (const [status, { content }] of Object.entries(answers)) {
      const example = REFUSALS[name][Number(status) as RefusalStatus] ?? ANSWERS[name];
      if (content) content['application/json'].example = example;
    }
  }
  return document;
}

export const DOCS_PATH = '/api/docs';
/** The policy of swagger-ui's page: unlike the app's own it allows icons as data addresses. */
const DOCS_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "script-src 'self'; connect-src 'self'; object-src 'none'; frame-ancestors 'none'";

/** Adds the description at /api/docs/json and its page at /api/docs. */
export async function registerDocs(app: FastifyInstance, config: Config): Promise<void> {
  const document = await openApiDocument(`${config.publicUrl}/api`);
  await app.register(swagger, {
    mode: 'static',
    specification: { document: document as unknown as StaticDocumentSpec['document'] },
  });
  await app.register(async (docs) => {
    docs.addHook('onSend', async (_request, reply) => {
      reply.header('content-security-policy', DOCS_POLICY);
    });
    await docs.register(swaggerUi, { routePrefix: DOCS_PATH });
  });
}
