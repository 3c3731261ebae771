// Imported, this ends its process, as SIGTERM does, once the parent is gone: a killed npm, test
// runner or terminal tells its children nothing.
const parent = process.ppid;
const watch = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(watch);
  process.kill(process.pid, 'SIGTERM');
}, 500).unref();
