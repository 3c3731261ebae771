/** The part of the app's styles that the first paint needs: the same rules, so nothing moves later. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { compile, optimize } from '@tailwindcss/node';
import postcss, { parse, type Root } from 'postcss';
import { withoutLayers } from './floor.ts';

const STYLES = 'src/index.css';
/** Classes without an effect on the first paint: those of hover and of motion. */
export const WITHOUT_EFFECT =
  /^(?:hover:|disabled:|aria-disabled:|group-hover:|transition|animate-)/;

/** Parts of controls that only browsers know. */
const INSIDE = /::(?:-webkit|-moz|file-selector|placeholder|backdrop)|:-moz/;
const ALWAYS = ['html', 'body', 'hover', 'focus'];

/** Leaves out the base rules for tags, and the names of colours, that nothing asks for. */
function withoutUnused(styles: Root, markup: string): void {
  const names = new Set([...ALWAYS, ...(markup.match(/[a-z][\w-]*/gi) ?? [])]);
  const isUsed = (selector: string) =>
    !INSIDE.test(selector) &&
    // Without the pseudo-classes, what is left are the names of tags, classes and attributes.
    (selector.replace(/::?[\w-]+/g, '').match(/[a-z][\w-]*/gi) ?? []).every((name) =>
      names.has(name),
    );
  styles.walkComments((comment) => {
    comment.remove();
  });
  styles.walkAtRules('media', (rule) => {
    if (/prefers-|forced-colors/.test(rule.params)) rule.remove();
  });
  styles.walkAtRules('layer', (layer) => {
    if (layer.params !== 'base' && layer.params !== 'components') return;
    layer.walkRules((rule) => {
      const used = rule.selectors.filter(isUsed);
      if (used.length === 0) rule.remove();
      else rule.selectors = used;
    });
  });

  // Nothing is in reverse order, so that these names are not needed.
  const REVERSE = '--tw-space-y-reverse';
  styles.walkDecls((declaration) => {
    const { prop, value } = declaration;
    if (prop === REVERSE || (prop === 'margin-block-start' && value.includes(REVERSE)))
      declaration.remove();
    else
      declaration.value = value.replace(
        /^calc\((.*) \* calc\(1 - var\(--tw-space-y-reverse\)\)\)$/,
        '$1',
      );
  });

  const asked = new Set<string>();
  const note = (text: string) => {
    for (const [, name = ''] of text.matchAll(/var\((--[\w-]+)/g)) asked.add(name);
  };
  note(markup);
  const given = new Set<string>();
  styles.walkDecls(({ prop, value }) => {
    note(value);
    if (value !== 'initial') given.add(prop);
  });
  // A name without a value needs no rule that keeps it from being inherited.
  const isNeeded = (name: string) => asked.has(name) && given.has(name);
  styles.walkDecls(/^--/, (declaration) => {
    if (!isNeeded(declaration.prop)) declaration.remove();
  });
  styles.walkAtRules('property', (rule) => {
    if (!isNeeded(rule.params)) rule.remove();
  });
}

/** The styles of `markup` and of what is drawn into it by the components in `sources`. */
export async function firstPaintStyles(
  root: string,
  markup: string,
  sources: string[],
): Promise<string> {
  const file = path.join(root, STYLES);
  const compiler = await compile(readFileSync(file, 'utf8'), {
    base: path.dirname(file),
    onDependency: () => undefined,
  });
  const components = [...new Set(sources)].filter((file) => file.endsWith('.tsx'));
  const drawn = components.map((component) => readFileSync(component, 'utf8'));
  const all = [markup, ...drawn].join('\n');
  // Tailwind ignores words that are no classes.
  const classes = all.split(/[\s"'`<>{}$]+/).filter((name) => !WITHOUT_EFFECT.test(name));
  const styles = parse(compiler.build([...new Set(classes)]));
  withoutUnused(styles, all);
  const { css } = postcss([withoutLayers]).process(styles, { from: undefined });
  return optimize(css, { minify: true }).code.trim();
}
