/** Finds what a script or a stylesheet uses beyond the oldest browsers, by MDN's data. */
import { createRequire } from 'node:module';
import { parse as parseScript } from 'acorn';
import type { CompatData, Identifier, SupportStatement } from '@mdn/browser-compat-data';
import { parse as parseStyles, type Container } from 'postcss';
import { FLOOR } from '../../scripts/vite/floor.ts';

type Groups = 'at-rules' | 'properties' | 'selectors' | 'types';
// By Node: Vite would make a module of its 20 MB, which takes a minute.
const data: unknown = createRequire(import.meta.url)('@mdn/browser-compat-data');
const { api, javascript, css } = data as CompatData & {
  css: Record<Groups, Record<string, Identifier>>;
};

/**
 * Whether a browser got it after `version`. A feature that a browser never had does not count here:
 * the tests in current browsers find that.
 */
function isLater(support: SupportStatement | undefined, version: number): boolean {
  const versions = [support ?? []].flat().flatMap((it) => {
    if (it.flags || it.version_removed) return [];
    const added = it.version_added;
    return typeof added === 'string' ? Number.parseFloat(added.replace('≤', '')) : [];
  });
  return versions.length > 0 && Math.min(...versions) > version;
}

/** Whether a feature is newer than the floor; a feature without data is not. */
function isNew(feature: Identifier | undefined): boolean {
  const support = feature?.__compat?.support;
  if (!support) return false;
  return Object.entries(FLOOR).some(([browser, version]) =>
    isLater(support[browser as keyof typeof support], version),
  );
}

const STATIC = '_static';
const { builtins } = javascript as unknown as { builtins: Identifier };
/** The interfaces whose members are found by name: names of rarer interfaces are too common. */
const COMMON =
  /^(?:HTML\w*|Element|Node|Document|DocumentFragment|Window|Navigator|Event\w*|Abort\w*|URL\w*|Blob|File|FormData|Headers|Re(?:quest|sponse)|Cache\w*|Client\w*|Crypto|Storage|DOM\w*|Service\w*|\w*Observer)$/;
const common = Object.entries(api).filter(([name]) => COMMON.test(name));
const owners = [...common, ...Object.entries(builtins)] as [string, Identifier][];

/** The names that are new wherever they are known. */
function alwaysNew(features: Iterable<readonly [string, Identifier]>): Set<string> {
  const isOld = new Map<string, boolean>();
  for (const [name, feature] of features) {
    isOld.set(name, Boolean(isOld.get(name)) || !isNew(feature));
  }
  return new Set([...isOld].filter(([, old]) => !old).map(([name]) => name));
}

const partsOf = (feature: Identifier) =>
  (Object.entries(feature) as [string, Identifier][]).filter(([key]) => key !== '__compat');

// The static members of a class and those of its instances are looked up separately.
const instanceMembers = owners
  .flatMap(([, owner]) => partsOf(owner))
  .filter(([key]) => !key.endsWith(STATIC));
/** What every owner of a member with this name lacks: `toSorted`, but not `at`. */
const members = alwaysNew(instanceMembers);

/** The option that a feature of MDN's data is about: `type` of `options_type_parameter`. */
const optionOf = (key: string) => /^(?:[a-z]+_)?(\w+)_(?:parameter|option)$/i.exec(key)?.[1];

/** Options as `focus({ preventScroll })`, and their values as `imageOrientation: from-image`. */
function* optionsIn(call: string, feature: Identifier): Generator<[string, Identifier]> {
  for (const [key, part] of partsOf(feature)) {
    const option = optionOf(key);
    if (option) {
      yield [`${call}({ ${option} })`, part];
      for (const [value, its] of partsOf(part)) yield [`${option}: ${value}`, its];
    }
    yield* optionsIn(option === undefined ? key.replace(STATIC, '') : call, part);
  }
}
const options = alwaysNew([...optionsIn('', api), ...optionsIn('', builtins)]);
const globals = new Set(owners.filter(([, owner]) => isNew(owner)).map(([name]) => name));
for (const name of ['structuredClone', 'reportError', 'scheduler']) globals.add(name);

const ownStatics = (owner: string, name: string): Identifier | undefined => {
  const known = api[owner] ?? builtins[owner];
  return known?.[name + STATIC] ?? (builtins[owner] ? known?.[name] : undefined);
};

interface Node {
  type: string;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

/** The newest edition of the language that the floor has, but for what `newSyntax` names. */
const EDITION = 2022;

function newSyntax(node: Node): string | null {
  if (node.type === 'StaticBlock') return 'static {}';
  const { regex } = node as { regex?: { pattern: string; flags: string } };
  if (!regex) return null;
  if (/\(\?<[=!]/.test(regex.pattern)) return `lookbehind in /${regex.pattern}/`;
  return /[dv]/.test(regex.flags) ? `flags ${regex.flags} of a regular expression` : null;
}

/** The name or the text of a part of a script; a build writes some texts between backticks. */
function nameOf(node: Node): unknown {
  if (node.type === 'MemberExpression') return nameOf(node.property as Node);
  const [text] = (node.quasis as { value: { cooked: string } }[] | undefined) ?? [];
  return text ? text.value.cooked : (node.name ?? node.value);
}

/** The options that a call names, and the value that a property has, as `optionsIn` writes them. */
function optionsOf(node: Node): string[] {
  if (node.type === 'Property') {
    return [`${String(nameOf(node.key as Node))}: ${String(nameOf(node.value as Node))}`];
  }
  if (!/^(?:Call|New)Expression$/.test(node.type)) return [];
  const given = (node.arguments as Node[]).flatMap((it) => (it.properties as Node[]) ?? []);
  const names = given.flatMap(({ key }) => (isNode(key) ? String(nameOf(key)) : []));
  return names.map((name) => `${String(nameOf(node.callee as Node))}({ ${name} })`);
}

/** What a script uses beyond the floor. Throws when a browser of the floor cannot parse it. */
export function beyondInScript(code: string): string[] {
  const found = new Set<string>();
  const visit = (node: Node, parent?: Node) => {
    const syntax = newSyntax(node);
    if (syntax) found.add(syntax);
    if (node.type === 'MemberExpression' && !node.computed) {
      const { name } = node.property as { name: string };
      const owner = (node.object as { name?: string }).name ?? '';
      const own = ownStatics(owner, name);
      if (own ? isNew(own) : members.has(name)) found.add(own ? `${owner}.${name}` : name);
    }
    if (node.type === 'Identifier') {
      const isName =
        (parent?.type === 'MemberExpression' && parent.property === node && !parent.computed) ||
        (/^(?:Property|PropertyDefinition|MethodDefinition)$/.test(parent?.type ?? '') &&
          parent?.key === node);
      if (!isName && globals.has(node.name as string)) found.add(node.name as string);
    }
    for (const option of optionsOf(node)) if (options.has(option)) found.add(option);
    for (const value of Object.values(node)) {
      for (const child of [value].flat()) if (isNode(child)) visit(child, node);
    }
  };
  visit(parseScript(code, { ecmaVersion: EDITION, sourceType: 'module' }) as unknown as Node);
  return [...found].sort();
}

const at = (name: string) => css['at-rules'][name];
const lengths = (css.types as Identifier).length as Identifier;

/** What of a media query is newer than the floor. */
function newInMedia(query: string): string[] {
  const media = at('media') as Identifier;
  const isRange = /[<>]|\(\s*(?:width|height)\s*=/.test(query);
  const features = [...query.matchAll(/\(([a-z-]+)/g)].map(([, name = '']) => name);
  const isUnknown = (name: string) => isNew(media[name.replace(/^(?:min|max)-/, '')]);
  return [...(isRange ? ['media ranges'] : []), ...features.filter(isUnknown)];
}

/** What of a value is newer than the floor: keywords, functions and units. */
function newInValue(prop: string, value: string): string[] {
  const property = css.properties[prop];
  const words = value.match(/(?<![\w-])-?[a-z][a-z-]*(?!\w|-|\()/g) ?? [];
  const functions = [...value.matchAll(/([a-z-]+)\(/g)].map(([, name = '']) => name);
  const units = [...value.matchAll(/(?<![\w#-])[\d.]+([a-z]+)/g)].map(([, name = '']) => name);
  const types = css.types as Identifier;
  const color = types.color as Identifier;
  const keywords = types.global_keywords as Identifier;
  return [
    ...words.filter((word) => isNew(keywords[word] ?? property?.[word])),
    ...functions.filter((name) => isNew((color[name] ?? types[name]) as Identifier)),
    ...units.filter((name) => /^[sld]v[hwib]$/.test(name) || isNew(lengths[name] as Identifier)),
  ];
}

/** What styles use beyond the floor, but for what they ask about with `@supports`. */
export function beyondInStyles(text: string): string[] {
  const found = new Set<string>();
  const add = (names: string[]) => {
    for (const name of names) found.add(name);
  };
  const visit = (container: Container) => {
    // An earlier value in the same rule is for browsers that do not know the later one.
    const before = new Set<string>();
    container.each((node) => {
      if (node.type === 'atrule') {
        if (node.name === 'supports') return;
        if (isNew(at(node.name))) found.add(`@${node.name}`);
        if (node.name === 'media') add(newInMedia(node.params));
        if (node.nodes) visit(node);
      } else if (node.type === 'rule') {
        const names = [...node.selector.matchAll(/::?([a-z-]+)/g)].map(([, name = '']) => name);
        add(names.filter((name) => isNew(css.selectors[name])).map((name) => `:${name}`));
        visit(node);
      } else if (node.type === 'decl' && !node.prop.startsWith('--')) {
        if (isNew(css.properties[node.prop])) found.add(node.prop);
        else if (!before.has(node.prop))
          add(newInValue(node.prop, node.value).map((name) => `${node.prop}: ${name}`));
        before.add(node.prop);
      }
    });
  };
  visit(parseStyles(text));
  return [...found].sort();
}
