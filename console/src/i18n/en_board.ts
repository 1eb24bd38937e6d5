// What the values of a board do, and the words of speaking to one; learned with the pages that need them.

export const board = {
  'cal.name': 'Its name',
  'cal.name.hint':
    'Your name for this board. Every board of the vendor has the same address: copies and what it was left with are kept by this name.',
  'cal.stored': 'Stored only: the board this program is does not use it.',
  'does.mechanics.base': 'Where the legs stand on the base; all zero = there is no such leg.',
  'does.mechanics.platform': 'Where the legs hold the platform, from the centre of its joint plane.',
  'does.mechanics.leg_length': 'Joint to joint with the leg retracted; one length for all.',
  'does.mechanics.stroke': 'How far a leg extends; all limits of position follow from it.',
  'does.mechanics.screw_lead':
    'Leg travel a turn of the screw: with ratio and motor speed it gives the leg speed.',
  'does.mechanics.belt_ratio': 'Motor turns a turn of the screw; -1 = direct.',
  'does.mechanics.motor_rpm': 'Highest motor speed; no leg is sent faster.',
  'does.mechanics.gear_ratio': 'Reduction of the rotary axis; 0 = there is none, -1 = direct.',
  'does.mechanics.big_teeth': 'Teeth on the turning side; 0 with 0 = no such pair.',
  'does.mechanics.small_teeth': 'Teeth on the gearbox side.',
  'does.mechanics.rotary_rpm': 'Highest motor speed of the rotary axis.',
  'does.mechanics.servo_model': "Which servo the vendor's board speaks to.",
  'does.mechanics.reserved': 'Without meaning; kept as read.',
  'does.control.pid': 'Gains of the position loop.',
  'does.control.amplitude': "Every host's command is multiplied by it, together with scale.",
  'does.control.scale': 'Command × amplitude × scale, axis by axis.',
  'does.control.limit': 'Then at most ± this; 0 = the axis is locked, -1 = none.',
  'does.control.rotary_pid': 'Gains of the rotary axis.',
  'does.control.rotary_amplitude': 'Commands of the rotary axis are multiplied by it.',
  'does.control.washout_a': 'High-pass of the motion cueing, rad/s; 0 = as the cueing is tuned.',
  'does.control.washout_b': 'Low-pass of the tilt, rad/s; 0 = as the cueing is tuned.',
  'does.control.standby':
    'At the bottom so long, then the drives go off; the next motion switches them on. 0 = always on.',
  'does.control.idle_return': 'Nobody moves it for so long: it goes down. 0 = never.',
  'does.control.return_speed': 'Motor speed on the way down: 100 rpm × value.',
  'does.control.to_middle_speed':
    'Motor speed on the way up: 100 rpm × value. 0 = it stays at the bottom after seeking.',
  'does.control.seek_torque': 'Share of the rated torque a leg pulls down with while it seeks its end stop.',
  'does.control.seek_threshold': 'Share that counts as the end stop; below the seek torque.',
  'does.control.reserved': 'Without meaning; kept as read.',
  'does.network.local_port': "The board's own port, likewise.",
  'does.network.remote_ip': "Where the vendor's board expects its host.",
  'does.network.remote_port': 'And its port.',
  'does.network.rs232_baud': 'Speed of the serial line to the host.',
  'does.network.rs485_baud': 'Speed of the serial line to the drives.',
  'does.network.reserved': 'Without meaning; kept as read.',
  'does.user_frame.pose':
    "Where hosts' commands count from and how their axes are turned: its place from neutral, then α β γ.",
  'does.user_frame.unused': 'Without meaning; kept as read.',

  'does.control.speed': 'Velocity limits × value/50, at most in full: 50 and more = full speed.',
  'does.control.softness': 'Jerk limits × 50/value, at most in full: larger = softer.',
  'does.control.rotary_speed': 'Speed of the rotary axis × value/50, at most in full.',
  'does.control.rotary_softness': 'Jerk of the rotary axis × 50/value, at most in full.',
  'does.network.local_ip':
    "The board's own address, from its next start on. The board this program is takes it only where its configuration allows it.",
} as const;
