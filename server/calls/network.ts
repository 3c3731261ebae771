/** The network of an address, by which rate limits count. */
import { isIPv6 } from 'node:net';

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS = 8;
const NETWORK_GROUPS = 4;

const groups = (text: string) => (text === '' ? [] : text.split(':'));

/**
 * The network of an address: an IPv4 address itself, of IPv6 the first 64 bits, since one customer
 * has all addresses behind them.
 */
export function networkOf(address: string): string {
  const mapped = MAPPED_IPV4.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [start = '', end = ''] = address.replace(/%.*$/, '').split('::');
  const first = groups(start);
  const missing = address.includes('::') ? GROUPS - first.length - groups(end).length : 0;
  const all = [...first, ...Array<string>(Math.max(0, missing)).fill('0'), ...groups(end)];
  const network = all.slice(0, NETWORK_GROUPS).map((group) => Number.parseInt(group, 16));
  return `${network.map((group) => group.toString(16)).join(':')}::/64`;
}
