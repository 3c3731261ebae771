/** Which proxies may say, in X-Forwarded-For, where a request came from. */
import { BlockList, isIP } from 'node:net';

/** Whether the proxy at `address`, `hop` steps away from this server, is trusted. */
export type Trust = (address: string, hop: number) => boolean;

/** A wider network would trust nearly everybody. */
const WIDEST_PREFIX = 8;

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** The proxies that a setting names by network, or null when a part is no network. */
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
 * Reads `TRUST_PROXY`: `false` trusts no proxy, a number trusts the proxies so many steps away, a comma
 * list those in its networks. Null for anything else, and above all for `true`, which would let
 * every caller choose an address.
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
