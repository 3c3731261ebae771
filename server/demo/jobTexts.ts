/** The jobs of the demo town: title and description. */
export const DEMO_JOBS: readonly (readonly [string, string])[] = [
  [
    'Fix a leaking roof',
    'The iron sheets over the kitchen leak when it rains. About four sheets and the ridge need replacing. I have the sheets, you bring the nails and sealant.',
  ],
  [
    'Paint a two-bedroom house',
    'Two bedrooms, sitting room and corridor, walls and ceiling. The paint is bought. It has to be finished before the end of the month because tenants move in.',
  ],
  [
    'Unblock a kitchen sink',
    'Water backs up from the drain outside. Tried hot water and soda, no change.',
  ],
  [
    'Wire a new shop',
    'Single-room shop: six sockets, four lights, one consumer unit. Must pass the KPLC inspection.',
  ],
  [
    'Build a chicken house',
    'Timber and wire mesh for 200 layers, raised floor, easy to clean. Show me photos of one you have built.',
  ],
  ['Tile a bathroom', 'Floor and walls to 1.8 m, about 14 square metres. Tiles are on site.'],
  [
    'Install a 5,000 litre tank',
    'Plastic tank on an existing steel stand, with the float valve and the pipe to the kitchen.',
  ],
  [
    'Weld a gate',
    'Double gate, 3 m wide, with a small door. Black with gold points. Price with material please.',
  ],
  [
    'Repair a fridge',
    'Double-door fridge cools below but the freezer is warm. It was gassed last year.',
  ],
  [
    'Move house from Juja to Thika',
    'Two-bedroom house, third floor, no lift. Need a canter and three loaders on Saturday morning.',
  ],
  [
    'Make kitchen cabinets',
    'L-shape, 3.2 m by 2.4 m, MDF with a granite top. Please come and measure.',
  ],
  [
    'Clean after construction',
    'Three-bedroom maisonette, paint on tiles and windows. Bring your own machines.',
  ],
  ['Plaster an extension', 'Two rooms, inside and outside. Sand and cement are there.'],
  ['Fix a washing machine', 'Front loader, it fills but does not spin. Error E20.'],
  [
    'Sew school uniforms',
    'Forty sets of sweaters, shirts and trousers for a nursery school, sizes 22 to 28.',
  ],
  ['Put up a gypsum ceiling', 'Sitting room 5 by 4 m, simple border with LED strips.'],
  ['Lay paving blocks', 'Parking for two cars, about 60 square metres. The ground is levelled.'],
  [
    'Install four CCTV cameras',
    'Shop and store, recording for two weeks, to be seen on the phone.',
  ],
  [
    'Repair a motorbike',
    'Boxer 150, loses power uphill and smokes. It is our delivery bike, so quickly please.',
  ],
  [
    'Cater for a graduation party',
    '80 guests, pilau, chapati, kachumbari and chicken. Plates and tents are there.',
  ],
  [
    'Cut two trees',
    'Two old grevilleas close to the fence. Take the branches away, leave the trunks.',
  ],
  [
    'Fumigate an apartment',
    'One bedroom, bedbugs. Safe for a small child, please say what you use.',
  ],
  [
    'Fit aluminium windows',
    'Eight windows for a new house, sliding, with mosquito nets. Measure and quote.',
  ],
  [
    'Connect a solar water heater',
    '200 litre heater is on the roof. Needs pipes to two bathrooms and the mixer.',
  ],
  [
    'Fix a leaking roof',
    'Flat concrete roof over the stairs lets water in at one corner. Needs waterproofing, about 12 square metres.',
  ],
  [
    'Wire a new shop',
    'Salon with dryers: strong enough cables, eight sockets, good light over the mirrors.',
  ],
  [
    'Paint a two-bedroom house',
    'Outside walls only, two coats, weather guard. Scaffolding can be had from the neighbour.',
  ],
  ['Repair a fridge', 'Shop display fridge with glass door trips the switch after ten minutes.'],
  ['Unblock a kitchen sink', 'Restaurant drain, grease. Every two weeks if the work is good.'],
  [
    'Tile a bathroom',
    'Two student rooms, small bathrooms, anti-slip floor tiles. Quote for labour only.',
  ],
  ['Weld a gate', 'Repair the hinges and the lock of a sliding gate, then paint it.'],
  ['Clean after construction', 'Ten bedsitters, one after another, over two weeks.'],
  ['Move house from Juja to Thika', 'Bedsitter, few things: a pick-up is enough. End of month.'],
  ['Build a chicken house', 'Small one for 30 kienyeji behind the kitchen, from offcuts I have.'],
  ['Plaster an extension', 'Perimeter wall, 25 m, one side, smooth finish.'],
  ['Make kitchen cabinets', 'Only doors and drawers: the frames are still good.'],
  [
    'Install a 5,000 litre tank',
    'Two tanks on a slab with a pump from the borehole and a float switch.',
  ],
  ['Braid hair at home', 'Three girls before school opens, knotless, on Sunday afternoon.'],
  ['Repair a laptop', 'Screen hinge is broken and the battery lasts ten minutes. HP 840 G3.'],
  [
    'Take photos at a wedding',
    'Church in Thika and garden in Juja, one photographer, edited pictures within two weeks.',
  ],
];
