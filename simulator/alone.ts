/** The simulator alone, for a server elsewhere: `node simulator/alone.ts`. */
import { loadConfig } from '../server/config.ts';
import { SIMULATOR_HOST, simulatorFromConfig } from './simulator.ts';

const config = loadConfig(process.env);
const simulator = simulatorFromConfig(config);
await simulator.listen({ port: config.mpesa.simulatorPort, host: SIMULATOR_HOST });
process.stdout.write(`Simulated phone: http://localhost:${config.mpesa.simulatorPort}/\n`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void simulator.close());
}
