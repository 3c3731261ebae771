/** The oldest browsers that people have, and what the build does for them. */
import type { ChildNode, Plugin, Root } from 'postcss';

/** The oldest version of each browser in which the app works, by the names of MDN's data. */
export const FLOOR = {
  chrome: 92,
  chrome_android: 92,
  webview_android: 92,
  samsunginternet_android: 16,
  firefox: 98,
  firefox_android: 98,
  safari: 15.4,
  safari_ios: 15.4,
};

/** The same as a target of the build, for styles. */
export const CSS_TARGETS = [
  `chrome${FLOOR.chrome}`,
  `firefox${FLOOR.firefox}`,
  `safari${FLOOR.safari}`,
  `ios${FLOOR.safari_ios}`,
];

function takeLayers(styles: Root): ChildNode[] {
  const layers = new Map<string, ChildNode[]>();
  // Rules may be removed during the walk.
  styles.each((node) => {
    if (node.type !== 'atrule' || node.name !== 'layer') return;
    for (const name of node.params.split(/\s*,\s*/)) {
      const rules = layers.get(name) ?? [];
      layers.set(name, [...rules, ...(node.nodes ?? [])]);
    }
    node.remove();
  });
  return [...layers.values()].flat();
}

/**
 * Removes the cascade layers, which Chrome has since version 99. The rules are put in the order of
 * the layers, and those without a layer after them. A rule of an early layer must not weigh more
 * than a class.
 */
export const withoutLayers: Plugin = {
  postcssPlugin: 'without-layers',
  OnceExit(styles) {
    styles.prepend(takeLayers(styles));
  },
};
