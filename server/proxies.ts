/** Which proxies may say, in X-Forwarded-For, where a request came from. */
import { BlockList, isIP } from 'node:net';

/** Whether the proxy at `address`, `hop` steps away from this server, is believed. */
export type Trust = (address: string, hop: number) => boolean;

/** A wider network than this is as good as everybody. */
const WIDEST_PREFIX = 8;

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** The proxies that a setting names by network, or null when one of its parts is none. */
function inNetworks(networks: string[]): Trust | null {
  const trusted = new BlockList();
  for (const network of networks) {
    const [address = '', prefix, ...rest] = network.split('/');
    if (isIP(address) === 0 || rest.length > 0) return null;
    if (prefix === undefined) {
      trusted.addAddress(address, family(address));
      continue;
    }
    const bits = family(address) === 'ipv6' ? 128 : 32;
    const isPrefix = /^\d{1,3}$/.test(prefix);
    if (!isPrefix || Number(prefix) < WIDEST_PREFIX || Number(prefix) > bits) return null;
    trusted.addSubnet(address, Number(prefix), family(address));
  }
  return (address) => isIP(address) !== 0 && trusted.check(address, family(address));
}

/**
 * What `TRUST_PROXY` says: `false` believes nobody, a number the proxies so many steps away, a comma
 * list those in its networks. Null for anything else, and above all for `true`, which would let
 * every caller write down an address of their choice.
 */
export function trustFrom(setting: string): Trust | false | null {
  if (setting === 'false' || setting === '0') return false;
  if (/^\d$/.test(setting)) {
    const hops = Number(setting);
    // A function: to Fastify a plain number means that nobody is trusted.
    return (_address, hop) => hop < hops;
  }
  return inNetworks(setting.split(',').map((network) => network.trim()));
}
