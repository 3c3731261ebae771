/**
 * A browser that translates takes every text out of the page and puts it back inside `<font>`. React then
 * throws when it removes, or inserts something before, a text that it knows (facebook/react, issue 11538).
 * Only a text that is alone in its element can be replaced: React then sets the element's whole content.
 */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseSync } from 'vite';

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

/** Values that never change while the page is open: constants, settings and words with their space. */
const NEVER_CHANGES = /^(?:[A-Z][A-Z_]+\b|site\.|mPesa$|siteName$|ksh\(|' '$)/;

/** Values that are elements or nothing, which their names do not say, or stand in a keyed element. */
const ELEMENTS = new Set([
  'src/screens/client/ClientDashboard.tsx {!isEmpty && add}',
  'src/screens/client/ClientDashboard.tsx {add}',
  'src/screens/client/OwnList.tsx {!isEmpty && add}',
  'src/screens/client/OwnList.tsx {add}',
  'src/components/Field.tsx {children({',
  'src/components/States.tsx {children}',
  'src/components/ads/AdFrame.tsx {children}',
  'src/components/ads/AdSlides.tsx {heading}',
  'src/components/list/FilterBar.tsx {trades}',
  'src/components/list/FundiTile.tsx {children}',
  'src/components/list/Line.tsx {children}',
  'src/components/list/Line.tsx {tile}',
  'src/components/list/FilterableList.tsx {emptyWay}',
  'src/components/list/FilterableList.tsx {note}',
  'src/components/list/FilterableList.tsx {notice}',
  'src/components/list/FilterableList.tsx {renderAds(false)}',
  'src/components/list/FilterableList.tsx {renderAds(true)}',
  'src/payments/notices/NotPaid.tsx {last}',
  'src/payments/notices/PaymentNotices.tsx {content}',
  'src/payments/panel/Waiting.tsx {children}',
  'src/screens/public/Detail.tsx {share}',
  'src/screens/public/Detail.tsx {caution}',
  'src/screens/public/FundiProfileCard.tsx {share}',
  'src/screens/public/FundiProfileCard.tsx {phone === null && others}',
  'src/screens/public/FundiProfileCard.tsx {ownLinks || reach}',
  "src/payments/panel/PaymentPanel.tsx {formWith('first')}",
  'src/payments/panel/PaymentForm.tsx {before}',
  'src/payments/panel/PaymentPanel.tsx {content()}',
  'src/payments/panel/PaymentPanel.tsx {blockedForm}',
  'src/payments/panel/PaymentPanel.tsx {!shown.isOffered && blockedForm}',
  "src/payments/panel/PaymentPanel.tsx {shown.review === 'held' ? (",
  'src/screens/pay/Pay.tsx {content}',
  'src/components/shell/Guard.tsx {children}',
  'src/components/shell/ProfileScreen.tsx {account !== null && children(account)}',
  'src/screens/client/ClientDashboard.tsx {waitingJobs.map(row)}',
  'src/screens/fundi/FundiDashboard.tsx {last}',
  'src/screens/auth/AuthForm.tsx {children}',
  'src/screens/auth/AuthForm.tsx {help}',
  'src/screens/public/StaticPage.tsx {children}',
]);

type Kind = 'text' | 'element' | 'changing text' | 'changing element';

/** Whether an expression can only be elements or nothing. */
function isElement(node: Node): boolean {
  switch (node.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return true;
    case 'Literal':
      return node.value === null || node.value === false;
    case 'ParenthesizedExpression':
      return isElement(node.expression as Node);
    case 'LogicalExpression':
      return isElement(node.right as Node);
    case 'ConditionalExpression':
      return isElement(node.consequent as Node) && isElement(node.alternate as Node);
    case 'CallExpression':
      return (node.arguments as Node[]).some(({ body }) => isNode(body) && isElement(body));
    default:
      return false;
  }
}

/** What a child is for React; null for the space between lines. */
function kindOf(child: Node, source: string): Kind | null {
  if (child.type === 'JSXText') {
    const text = String(child.value);
    return text.trim() === '' && text.includes('\n') ? null : 'text';
  }
  if (child.type !== 'JSXExpressionContainer') return 'element';
  const expression = child.expression as Node;
  if (expression.type === 'JSXEmptyExpression') return null;
  if (isElement(expression)) return 'changing element';
  const code = source.slice(expression.start, expression.end as number);
  return expression.type === 'Literal' || NEVER_CHANGES.test(code) ? 'text' : 'changing text';
}

/** Whether a browser leaves its texts where they are. */
function isUntranslated(node: Node): boolean {
  const { attributes = [] } = (node.openingElement ?? {}) as { attributes?: Node[] };
  return attributes.some(({ name }) => isNode(name) && name.name === 'translate');
}

/** The places in a source where a text that changes is not alone, or where an element comes before a text. */
function mixed(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  const found: string[] = [];
  const visit = (node: Node) => {
    const children = node.children as Node[] | undefined;
    if (isUntranslated(node)) return;
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      const kinds = (children ?? []).flatMap((child) => {
        const kind = kindOf(child, source);
        return kind ? [{ kind, child }] : [];
      });
      for (const [at, { kind, child }] of kinds.entries()) {
        const isAlone = kinds.length === 1 && node.type === 'JSXElement';
        const before = kinds[at - 1]?.kind;
        const isWrong =
          (kind === 'changing text' && !isAlone) ||
          (kind === 'text' && before === 'changing element');
        const line = source.slice(0, child.start).split('\n').length;
        const [code] = source
          .slice(child.start, child.end as number)
          .trim()
          .split('\n');
        const isKnown = ELEMENTS.has(`${file} ${code}`);
        if (isWrong && !isKnown) found.push(`${file}:${line} ${code}`);
      }
    }
    for (const value of Object.values(node)) {
      for (const inner of Array.isArray(value) ? value : [value]) if (isNode(inner)) visit(inner);
    }
  };
  visit(parseSync(file, source).program as unknown as Node);
  return found;
}

it('a text that changes stands in an element of its own', () => {
  // React does not change what `src/boot` draws and `src/pages` writes.
  const files = globSync('src/**/*.tsx').filter((file) => !/^src\/(boot|pages)\//.test(file));
  expect(files.flatMap(mixed)).toEqual([]);
});
