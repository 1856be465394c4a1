// Serves the page from the stub: `npm run stub`, then open the address it prints. PORT chooses the port.

import { serve } from "./server.js";

const port = await serve(Number(process.env.PORT ?? 3334));
console.log(`http://127.0.0.1:${port}/`);
