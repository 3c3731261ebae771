/** Starts the server. This file must run on any Node, to say which one is needed. */
if (Number(process.versions.node.split('.')[0]) >= 24) {
  const { main } = await import('./main.ts');
  await main();
} else {
  console.error(`Node 24 or later is needed, this is ${process.version}. Use npm start.`);
  process.exitCode = 1;
}
