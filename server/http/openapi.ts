/** The contract as an OpenAPI document, with examples: for `/api/docs` and for docs/openapi.json. */
import * as z from 'zod/mini';
import { endpointRows } from '../../src/contract/endpoints.ts';
import type { Endpoint, EndpointName } from '../../src/contract/endpoints.ts';
import * as schemas from '../../src/contract/schemas.ts';
import { ANSWERS, BODIES, MEANINGS, REFUSALS, WRONG_LOGIN } from './openapiExamples.ts';
import type { RefusalStatus } from './openapiExamples.ts';

type Json = Record<string, unknown>;
type Call = {
  status: number;
  body?: z.core.$ZodType;
  query?: z.core.$ZodType;
  answer: z.core.$ZodType;
};

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

/** A schema within a document needs no names of its own. */
function bare(schema: Json): Json {
  const rest = { ...schema };
  delete rest.$schema;
  delete rest.$id;
  return rest;
}

const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const names = new Map<z.core.$ZodType, string>(
  Object.entries(NAMED).map(([name, schema]) => [schema, name]),
);

function components(): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of names) registry.add(schema, { id });
  const { schemas: made } = z.toJSONSchema(registry, {
    uri: (id) => refTo(id).$ref,
    override: withoutStrictness,
  });
  return Object.fromEntries(Object.entries(made).map(([name, schema]) => [name, bare(schema)]));
}

/** A reference where the schema has a name, else the schema itself. */
function schemaOf(schema: z.core.$ZodType): Json {
  const name = names.get(schema);
  if (name !== undefined) return refTo(name);
  if (schema instanceof z.ZodMiniArray)
    return { type: 'array', items: schemaOf(schema.def.element) };
  return bare(
    z.toJSONSchema(schema, {
      io: 'input',
      override: withoutStrictness,
    }),
  );
}

function bodyOf(name: EndpointName, { multipart }: Endpoint, body: z.core.$ZodType): Json {
  const schema = schemaOf(body);
  if (!multipart) {
    const content = { 'application/json': { schema, example: BODIES[name] } };
    return { required: true, content };
  }
  const image = { type: 'string', format: 'binary', description: 'JPEG, PNG or WebP.' };
  const properties = { ...(schema.properties as Json), image };
  const required = [...((schema.required ?? []) as string[]), 'image'];
  return {
    required: true,
    content: { 'multipart/form-data': { schema: { ...schema, properties, required } } },
  };
}

function refusalsOf(name: EndpointName, { auth }: Endpoint): Json {
  const rows = Object.entries(REFUSALS[name]).map(([status, example]) => {
    const isLogin = status === '401' && auth === 'none';
    const description = isLogin ? WRONG_LOGIN : MEANINGS[Number(status) as RefusalStatus];
    const content = { 'application/json': { schema: refTo('Error'), example } };
    return [status, { description, content }];
  });
  return Object.fromEntries(rows) as Json;
}

const answerOf = (name: EndpointName, { answer }: Call) => ({
  content: { 'application/json': { schema: schemaOf(answer), example: ANSWERS[name] } },
});

function operationOf(name: EndpointName, row: Endpoint): Json {
  const call: Call = schemas.calls[name];
  const { auth, optional, path } = row;
  const folder = path.split('/')[1] ?? '';
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const parameters = [
    ...(path.includes('{id}')
      ? [{ name: 'id', in: 'path', required: true, schema: { type: 'string' }, example: '7' }]
      : []),
    ...(call.query
      ? [{ name: 'job_id', in: 'query', required: true, schema: { type: 'string' }, example: '7' }]
      : []),
  ];
  return {
    operationId: name,
    summary: words.charAt(0).toUpperCase() + words.slice(1),
    description:
      (auth === 'none' ? 'Public.' : `Signed in: ${auth}.`) +
      (optional ? ' Not in the specification: an API may leave it out.' : ''),
    tags: [optional ? 'Extras' : GROUPS.find(([, folders]) => folders.includes(folder))?.[0]],
    security: auth === 'none' ? [] : [{ token: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(call.body && { requestBody: bodyOf(name, row, call.body) }),
    responses: {
      [call.status]: { description: 'Done.', ...(call.status !== 204 && answerOf(name, call)) },
      ...refusalsOf(name, row),
    },
  };
}

/** The document of an API whose base is `url`. */
export function openApiDocument(url: string): Json {
  const paths: Record<string, Json> = {};
  for (const [name, row] of endpointRows) {
    (paths[row.path] ??= {})[row.method.toLowerCase()] = operationOf(name, row);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Fundi Mtaani API',
      description:
        'What the app calls. Failures are `{"error": "…"}` or `{"field": ["…"]}`. Fields that are not ' +
        'required may be left out; docs/backend.md says what the app does then.',
      version: '1',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url }],
    tags: GROUPS.map(([name, , description]) => ({ name, description })),
    paths,
    components: {
      schemas: components(),
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: '`Token ` and the token of a login.',
        },
      },
    },
  };
}
