/** The simulator alone, for a server elsewhere: `node server/simulator/alone.ts`. */
import { loadConfig } from '../config.ts';
import { simulatorFromConfig } from './simulator.ts';
import { SIMULATOR_HOST } from './guard.ts';

const config = loadConfig(process.env);
const simulator = simulatorFromConfig(config);
await simulator.listen({ port: config.mpesa.simulatorPort, host: SIMULATOR_HOST });
process.stdout.write(`Simulated phone: http://localhost:${config.mpesa.simulatorPort}/\n`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void simulator.close());
}
