-- Dissector of the five protocols of hexad for Wireshark and tshark.
--
--   tshark -X lua_script:hexad.lua -r monday.pcapng -Y 'darren.pose.pitch > 5'
--
-- or copy it into the folder of personal Lua plugins (Help, About, Folders). Each protocol has its controller's port
-- as a preference (-o darren.port:6000) and stands in "Decode As". Field names are those of `hexad decode --fields
-- --json`. The tables come from the very lists the codecs read: `./dev docs` prints this file, do not edit it.

local ports = {lingjing = 9800, mdof = 1100, csfi = 20000, motus = 5000, darren = 10000}

-- filter name, type, label, unit
local fields = {
  {"csfi.03", "uint8", "03", ""},
  {"csfi.base_joints.1_x", "float", "base joints 1 x", "mm"},
  {"csfi.base_joints.1_y", "float", "base joints 1 y", "mm"},
  {"csfi.base_joints.1_z", "float", "base joints 1 z", "mm"},
  {"csfi.base_joints.2_x", "float", "base joints 2 x", "mm"},
  {"csfi.base_joints.2_y", "float", "base joints 2 y", "mm"},
  {"csfi.base_joints.2_z", "float", "base joints 2 z", "mm"},
  {"csfi.base_joints.3_x", "float", "base joints 3 x", "mm"},
  {"csfi.base_joints.3_y", "float", "base joints 3 y", "mm"},
  {"csfi.base_joints.3_z", "float", "base joints 3 z", "mm"},
  {"csfi.base_joints.4_x", "float", "base joints 4 x", "mm"},
  {"csfi.base_joints.4_y", "float", "base joints 4 y", "mm"},
  {"csfi.base_joints.4_z", "float", "base joints 4 z", "mm"},
  {"csfi.base_joints.5_x", "float", "base joints 5 x", "mm"},
  {"csfi.base_joints.5_y", "float", "base joints 5 y", "mm"},
  {"csfi.base_joints.5_z", "float", "base joints 5 z", "mm"},
  {"csfi.base_joints.6_x", "float", "base joints 6 x", "mm"},
  {"csfi.base_joints.6_y", "float", "base joints 6 y", "mm"},
  {"csfi.base_joints.6_z", "float", "base joints 6 z", "mm"},
  {"csfi.belt_ratio", "float", "belt ratio", ""},
  {"csfi.checksum", "uint8", "checksum", ""},
  {"csfi.direction", "string", "direction", ""},
  {"csfi.frame", "string", "frame", ""},
  {"csfi.group", "uint8", "group", ""},
  {"csfi.idle_return", "uint8", "idle return", "s; 0 = never"},
  {"csfi.leg_length_retracted", "float", "leg length, retracted", "mm"},
  {"csfi.limit.alpha", "float", "limit alpha", "deg"},
  {"csfi.limit.beta", "float", "limit beta", "deg"},
  {"csfi.limit.gamma", "float", "limit gamma", "deg"},
  {"csfi.limit.x", "float", "limit x", "mm"},
  {"csfi.limit.y", "float", "limit y", "mm"},
  {"csfi.limit.z", "float", "limit z", "mm"},
  {"csfi.local_ip.1", "uint8", "local IP 1", ""},
  {"csfi.local_ip.2", "uint8", "local IP 2", ""},
  {"csfi.local_ip.3", "uint8", "local IP 3", ""},
  {"csfi.local_ip.4", "uint8", "local IP 4", ""},
  {"csfi.local_port_high_low.1", "uint8", "local port, high low 1", ""},
  {"csfi.local_port_high_low.2", "uint8", "local port, high low 2", ""},
  {"csfi.mark.1", "uint8", "mark 1", ""},
  {"csfi.mark.2", "uint8", "mark 2", ""},
  {"csfi.motor_speed", "float", "motor speed", "rpm"},
  {"csfi.platform_amplitude", "float", "platform amplitude", ""},
  {"csfi.platform_joints.1_x", "float", "platform joints 1 x", "mm"},
  {"csfi.platform_joints.1_y", "float", "platform joints 1 y", "mm"},
  {"csfi.platform_joints.1_z", "float", "platform joints 1 z", "mm"},
  {"csfi.platform_joints.2_x", "float", "platform joints 2 x", "mm"},
  {"csfi.platform_joints.2_y", "float", "platform joints 2 y", "mm"},
  {"csfi.platform_joints.2_z", "float", "platform joints 2 z", "mm"},
  {"csfi.platform_joints.3_x", "float", "platform joints 3 x", "mm"},
  {"csfi.platform_joints.3_y", "float", "platform joints 3 y", "mm"},
  {"csfi.platform_joints.3_z", "float", "platform joints 3 z", "mm"},
  {"csfi.platform_joints.4_x", "float", "platform joints 4 x", "mm"},
  {"csfi.platform_joints.4_y", "float", "platform joints 4 y", "mm"},
  {"csfi.platform_joints.4_z", "float", "platform joints 4 z", "mm"},
  {"csfi.platform_joints.5_x", "float", "platform joints 5 x", "mm"},
  {"csfi.platform_joints.5_y", "float", "platform joints 5 y", "mm"},
  {"csfi.platform_joints.5_z", "float", "platform joints 5 z", "mm"},
  {"csfi.platform_joints.6_x", "float", "platform joints 6 x", "mm"},
  {"csfi.platform_joints.6_y", "float", "platform joints 6 y", "mm"},
  {"csfi.platform_joints.6_z", "float", "platform joints 6 z", "mm"},
  {"csfi.platform_kp_ki_kd.1", "float", "platform Kp Ki Kd 1", ""},
  {"csfi.platform_kp_ki_kd.2", "float", "platform Kp Ki Kd 2", ""},
  {"csfi.platform_kp_ki_kd.3", "float", "platform Kp Ki Kd 3", ""},
  {"csfi.platform_softness", "float", "platform softness", ""},
  {"csfi.platform_speed", "float", "platform speed", ""},
  {"csfi.problem", "string", "problem", ""},
  {"csfi.remote_ip.1", "uint8", "remote IP 1", ""},
  {"csfi.remote_ip.2", "uint8", "remote IP 2", ""},
  {"csfi.remote_ip.3", "uint8", "remote IP 3", ""},
  {"csfi.remote_ip.4", "uint8", "remote IP 4", ""},
  {"csfi.remote_port_high_low.1", "uint8", "remote port, high low 1", ""},
  {"csfi.remote_port_high_low.2", "uint8", "remote port, high low 2", ""},
  {"csfi.reserved", "bytes", "reserved", ""},
  {"csfi.return_speed", "uint8", "return speed", "100 rpm"},
  {"csfi.rotary_amplitude", "float", "rotary amplitude", ""},
  {"csfi.rotary_big_teeth", "float", "rotary big teeth", ""},
  {"csfi.rotary_gear_ratio", "float", "rotary gear ratio", ""},
  {"csfi.rotary_kp_ki_kd.1", "float", "rotary Kp Ki Kd 1", ""},
  {"csfi.rotary_kp_ki_kd.2", "float", "rotary Kp Ki Kd 2", ""},
  {"csfi.rotary_kp_ki_kd.3", "float", "rotary Kp Ki Kd 3", ""},
  {"csfi.rotary_motor_speed", "float", "rotary motor speed", "rpm"},
  {"csfi.rotary_small_teeth", "float", "rotary small teeth", ""},
  {"csfi.rotary_softness", "float", "rotary softness", ""},
  {"csfi.rotary_speed", "float", "rotary speed", ""},
  {"csfi.rs_232_baud_index", "uint8", "RS-232 baud index", ""},
  {"csfi.rs_485_baud_index", "uint8", "RS-485 baud index", ""},
  {"csfi.scale.alpha", "float", "scale alpha", ""},
  {"csfi.scale.beta", "float", "scale beta", ""},
  {"csfi.scale.gamma", "float", "scale gamma", ""},
  {"csfi.scale.x", "float", "scale x", ""},
  {"csfi.scale.y", "float", "scale y", ""},
  {"csfi.scale.z", "float", "scale z", ""},
  {"csfi.screw_lead", "float", "screw lead", "mm"},
  {"csfi.seek_threshold", "uint8", "seek threshold", "%"},
  {"csfi.seek_torque", "uint8", "seek torque", "%"},
  {"csfi.servo_model", "uint8", "servo model", ""},
  {"csfi.standby", "uint8", "standby", "s; 0 = always enabled"},
  {"csfi.stroke", "float", "stroke", "mm"},
  {"csfi.to_middle_speed", "uint8", "to-middle speed", "100 rpm; 0 = stay at the bottom"},
  {"csfi.unused", "bytes", "unused", ""},
  {"csfi.user_frame.alpha", "float", "user frame alpha", "deg"},
  {"csfi.user_frame.beta", "float", "user frame beta", "deg"},
  {"csfi.user_frame.gamma", "float", "user frame gamma", "deg"},
  {"csfi.user_frame.x", "float", "user frame x", "mm"},
  {"csfi.user_frame.y", "float", "user frame y", "mm"},
  {"csfi.user_frame.z", "float", "user frame z", "mm"},
  {"csfi.valid", "bool", "valid", ""},
  {"csfi.washout_a.alpha", "float", "washout a alpha", "rad/s"},
  {"csfi.washout_a.beta", "float", "washout a beta", "rad/s"},
  {"csfi.washout_a.gamma", "float", "washout a gamma", "rad/s"},
  {"csfi.washout_a.x", "float", "washout a x", "rad/s"},
  {"csfi.washout_a.y", "float", "washout a y", "rad/s"},
  {"csfi.washout_a.z", "float", "washout a z", "rad/s"},
  {"csfi.washout_b.alpha", "float", "washout b alpha", "rad/s"},
  {"csfi.washout_b.beta", "float", "washout b beta", "rad/s"},
  {"csfi.washout_b.gamma", "float", "washout b gamma", "rad/s"},
  {"csfi.washout_b.x", "float", "washout b x", "rad/s"},
  {"csfi.washout_b.y", "float", "washout b y", "rad/s"},
  {"csfi.washout_b.z", "float", "washout b z", "rad/s"},
  {"darren.actuators.a", "float", "actuators A", "mm"},
  {"darren.actuators.b", "float", "actuators B", "mm"},
  {"darren.actuators.c", "float", "actuators C", "mm"},
  {"darren.actuators.d", "float", "actuators D", "mm"},
  {"darren.actuators.e", "float", "actuators E", "mm"},
  {"darren.actuators.f", "float", "actuators F", "mm"},
  {"darren.amplitude.heave", "float", "amplitude heave", "mm"},
  {"darren.amplitude.pitch", "float", "amplitude pitch", "deg"},
  {"darren.amplitude.roll", "float", "amplitude roll", "deg"},
  {"darren.amplitude.surge", "float", "amplitude surge", "mm"},
  {"darren.amplitude.sway", "float", "amplitude sway", "mm"},
  {"darren.amplitude.yaw", "float", "amplitude yaw", "deg"},
  {"darren.command_word", "uint16", "command word", ""},
  {"darren.direction", "string", "direction", ""},
  {"darren.drive_errors.a", "uint32", "drive errors A", ""},
  {"darren.drive_errors.b", "uint32", "drive errors B", ""},
  {"darren.drive_errors.c", "uint32", "drive errors C", ""},
  {"darren.drive_errors.d", "uint32", "drive errors D", ""},
  {"darren.drive_errors.e", "uint32", "drive errors E", ""},
  {"darren.drive_errors.f", "uint32", "drive errors F", ""},
  {"darren.error_code", "uint32", "error code", ""},
  {"darren.file_id", "uint16", "file ID", ""},
  {"darren.frame", "string", "frame", ""},
  {"darren.frequency.heave", "float", "frequency heave", "Hz"},
  {"darren.frequency.pitch", "float", "frequency pitch", "Hz"},
  {"darren.frequency.roll", "float", "frequency roll", "Hz"},
  {"darren.frequency.surge", "float", "frequency surge", "Hz"},
  {"darren.frequency.sway", "float", "frequency sway", "Hz"},
  {"darren.frequency.yaw", "float", "frequency yaw", "Hz"},
  {"darren.i_o", "uint16", "I/O", ""},
  {"darren.length", "uint32", "length", "bytes"},
  {"darren.message_id", "uint32", "message ID", ""},
  {"darren.more_values.1", "float", "more values 1", ""},
  {"darren.more_values.10", "float", "more values 10", ""},
  {"darren.more_values.11", "float", "more values 11", ""},
  {"darren.more_values.12", "float", "more values 12", ""},
  {"darren.more_values.13", "float", "more values 13", ""},
  {"darren.more_values.14", "float", "more values 14", ""},
  {"darren.more_values.15", "float", "more values 15", ""},
  {"darren.more_values.16", "float", "more values 16", ""},
  {"darren.more_values.17", "float", "more values 17", ""},
  {"darren.more_values.18", "float", "more values 18", ""},
  {"darren.more_values.2", "float", "more values 2", ""},
  {"darren.more_values.3", "float", "more values 3", ""},
  {"darren.more_values.4", "float", "more values 4", ""},
  {"darren.more_values.5", "float", "more values 5", ""},
  {"darren.more_values.6", "float", "more values 6", ""},
  {"darren.more_values.7", "float", "more values 7", ""},
  {"darren.more_values.8", "float", "more values 8", ""},
  {"darren.more_values.9", "float", "more values 9", ""},
  {"darren.motion_state", "uint16", "motion state", ""},
  {"darren.phase.heave", "float", "phase heave", "deg"},
  {"darren.phase.pitch", "float", "phase pitch", "deg"},
  {"darren.phase.roll", "float", "phase roll", "deg"},
  {"darren.phase.surge", "float", "phase surge", "deg"},
  {"darren.phase.sway", "float", "phase sway", "deg"},
  {"darren.phase.yaw", "float", "phase yaw", "deg"},
  {"darren.pose.heave", "float", "pose heave", "mm"},
  {"darren.pose.pitch", "float", "pose pitch", "deg"},
  {"darren.pose.roll", "float", "pose roll", "deg"},
  {"darren.pose.surge", "float", "pose surge", "mm"},
  {"darren.pose.sway", "float", "pose sway", "mm"},
  {"darren.pose.yaw", "float", "pose yaw", "deg"},
  {"darren.problem", "string", "problem", ""},
  {"darren.rate_and_acceleration.heave", "float", "rate and acceleration heave", "m/s2"},
  {"darren.rate_and_acceleration.pitch", "float", "rate and acceleration pitch", "deg/s"},
  {"darren.rate_and_acceleration.roll", "float", "rate and acceleration roll", "deg/s"},
  {"darren.rate_and_acceleration.surge", "float", "rate and acceleration surge", "m/s2"},
  {"darren.rate_and_acceleration.sway", "float", "rate and acceleration sway", "m/s2"},
  {"darren.rate_and_acceleration.yaw", "float", "rate and acceleration yaw", "deg/s"},
  {"darren.reserved_1", "bytes", "reserved 1", ""},
  {"darren.reserved_2", "bytes", "reserved 2", ""},
  {"darren.reserved_3", "bytes", "reserved 3", ""},
  {"darren.sequence", "uint32", "sequence", ""},
  {"darren.speed.heave", "float", "speed heave", "mm/s"},
  {"darren.speed.pitch", "float", "speed pitch", "deg/s"},
  {"darren.speed.roll", "float", "speed roll", "deg/s"},
  {"darren.speed.surge", "float", "speed surge", "mm/s"},
  {"darren.speed.sway", "float", "speed sway", "mm/s"},
  {"darren.speed.yaw", "float", "speed yaw", "deg/s"},
  {"darren.status_word", "uint16", "status word", ""},
  {"darren.sub_command", "uint16", "sub command", ""},
  {"darren.target.heave", "float", "target heave", "mm"},
  {"darren.target.pitch", "float", "target pitch", "deg"},
  {"darren.target.roll", "float", "target roll", "deg"},
  {"darren.target.surge", "float", "target surge", "mm"},
  {"darren.target.sway", "float", "target sway", "mm"},
  {"darren.target.yaw", "float", "target yaw", "deg"},
  {"darren.torque.a", "float", "torque A", "Nm"},
  {"darren.torque.b", "float", "torque B", "Nm"},
  {"darren.torque.c", "float", "torque C", "Nm"},
  {"darren.torque.d", "float", "torque D", "Nm"},
  {"darren.torque.e", "float", "torque E", "Nm"},
  {"darren.torque.f", "float", "torque F", "Nm"},
  {"darren.valid", "bool", "valid", ""},
  {"darren.values.1", "float", "values 1", ""},
  {"darren.values.2", "float", "values 2", ""},
  {"darren.values.3", "float", "values 3", ""},
  {"darren.values.4", "float", "values 4", ""},
  {"darren.values.5", "float", "values 5", ""},
  {"darren.values.6", "float", "values 6", ""},
  {"darren.warnings", "uint32", "warnings", ""},
  {"lingjing.angle", "double", "angle", "deg"},
  {"lingjing.command", "string", "command", ""},
  {"lingjing.direction", "string", "direction", ""},
  {"lingjing.effect", "uint16", "effect word", ""},
  {"lingjing.film", "string", "film", ""},
  {"lingjing.frame", "string", "frame", ""},
  {"lingjing.leg.1", "double", "leg 1", "mm"},
  {"lingjing.leg.2", "double", "leg 2", "mm"},
  {"lingjing.leg.3", "double", "leg 3", "mm"},
  {"lingjing.leg.4", "double", "leg 4", "mm"},
  {"lingjing.leg.5", "double", "leg 5", "mm"},
  {"lingjing.leg.6", "double", "leg 6", "mm"},
  {"lingjing.pitch", "double", "pitch", "deg"},
  {"lingjing.problem", "string", "problem", ""},
  {"lingjing.roll", "double", "roll", "deg"},
  {"lingjing.t_ms", "double", "t_ms", "ms"},
  {"lingjing.valid", "bool", "valid", ""},
  {"lingjing.x", "double", "x", "mm"},
  {"lingjing.y", "double", "y", "mm"},
  {"lingjing.yaw", "double", "yaw", "deg"},
  {"lingjing.z", "double", "z", "mm"},
  {"mdof.actuator_position.1", "double", "actuator position 1", "mm"},
  {"mdof.actuator_position.2", "double", "actuator position 2", "mm"},
  {"mdof.actuator_position.3", "double", "actuator position 3", "mm"},
  {"mdof.actuator_position.4", "double", "actuator position 4", "mm"},
  {"mdof.actuator_position.5", "double", "actuator position 5", "mm"},
  {"mdof.actuator_position.6", "double", "actuator position 6", "mm"},
  {"mdof.actuator_velocity.1", "double", "actuator velocity 1", "mm/s"},
  {"mdof.actuator_velocity.2", "double", "actuator velocity 2", "mm/s"},
  {"mdof.actuator_velocity.3", "double", "actuator velocity 3", "mm/s"},
  {"mdof.actuator_velocity.4", "double", "actuator velocity 4", "mm/s"},
  {"mdof.actuator_velocity.5", "double", "actuator velocity 5", "mm/s"},
  {"mdof.actuator_velocity.6", "double", "actuator velocity 6", "mm/s"},
  {"mdof.command", "uint32", "command", ""},
  {"mdof.connected", "uint32", "connected", ""},
  {"mdof.current.1", "double", "current 1", "A"},
  {"mdof.current.2", "double", "current 2", "A"},
  {"mdof.current.3", "double", "current 3", "A"},
  {"mdof.current.4", "double", "current 4", "A"},
  {"mdof.current.5", "double", "current 5", "A"},
  {"mdof.current.6", "double", "current 6", "A"},
  {"mdof.direction", "string", "direction", ""},
  {"mdof.echo", "string", "echo", ""},
  {"mdof.error_code", "uint32", "error code", ""},
  {"mdof.file", "uint32", "file", ""},
  {"mdof.formula.rx", "string", "formula RX", ""},
  {"mdof.formula.ry", "string", "formula RY", ""},
  {"mdof.formula.rz", "string", "formula RZ", ""},
  {"mdof.formula.x", "string", "formula X", ""},
  {"mdof.formula.y", "string", "formula Y", ""},
  {"mdof.formula.z", "string", "formula Z", ""},
  {"mdof.frame", "string", "frame", ""},
  {"mdof.moving", "uint32", "moving", ""},
  {"mdof.points", "uint32", "points", ""},
  {"mdof.position.rx", "double", "position RX", "deg"},
  {"mdof.position.ry", "double", "position RY", "deg"},
  {"mdof.position.rz", "double", "position RZ", "deg"},
  {"mdof.position.x", "double", "position X", "mm"},
  {"mdof.position.y", "double", "position Y", "mm"},
  {"mdof.position.z", "double", "position Z", "mm"},
  {"mdof.problem", "string", "problem", ""},
  {"mdof.result", "int32", "result", ""},
  {"mdof.rx", "double", "RX", "deg"},
  {"mdof.ry", "double", "RY", "deg"},
  {"mdof.rz", "double", "RZ", "deg"},
  {"mdof.speed.rx", "double", "speed RX", "deg/s"},
  {"mdof.speed.ry", "double", "speed RY", "deg/s"},
  {"mdof.speed.rz", "double", "speed RZ", "deg/s"},
  {"mdof.speed.x", "double", "speed X", "mm/s"},
  {"mdof.speed.y", "double", "speed Y", "mm/s"},
  {"mdof.speed.z", "double", "speed Z", "mm/s"},
  {"mdof.time", "double", "time", "s"},
  {"mdof.torque.1", "double", "torque 1", "Nm"},
  {"mdof.torque.2", "double", "torque 2", "Nm"},
  {"mdof.torque.3", "double", "torque 3", "Nm"},
  {"mdof.torque.4", "double", "torque 4", "Nm"},
  {"mdof.torque.5", "double", "torque 5", "Nm"},
  {"mdof.torque.6", "double", "torque 6", "Nm"},
  {"mdof.valid", "bool", "valid", ""},
  {"mdof.velocity.rx", "double", "velocity RX", "deg/s"},
  {"mdof.velocity.ry", "double", "velocity RY", "deg/s"},
  {"mdof.velocity.rz", "double", "velocity RZ", "deg/s"},
  {"mdof.velocity.x", "double", "velocity X", "mm/s"},
  {"mdof.velocity.y", "double", "velocity Y", "mm/s"},
  {"mdof.velocity.z", "double", "velocity Z", "mm/s"},
  {"mdof.voltage.1", "double", "voltage 1", "V"},
  {"mdof.voltage.2", "double", "voltage 2", "V"},
  {"mdof.voltage.3", "double", "voltage 3", "V"},
  {"mdof.voltage.4", "double", "voltage 4", "V"},
  {"mdof.voltage.5", "double", "voltage 5", "V"},
  {"mdof.voltage.6", "double", "voltage 6", "V"},
  {"mdof.x", "double", "X", "mm"},
  {"mdof.y", "double", "Y", "mm"},
  {"mdof.z", "double", "Z", "mm"},
  {"mdof.zeroed", "uint32", "zeroed", ""},
  {"motus.act", "uint8", "Act", ""},
  {"motus.amp.heave", "float", "Amp heave", "m"},
  {"motus.amp.pitch", "float", "Amp pitch", "deg"},
  {"motus.amp.roll", "float", "Amp roll", "deg"},
  {"motus.amp.surge", "float", "Amp surge", "m"},
  {"motus.amp.sway", "float", "Amp sway", "m"},
  {"motus.amp.yaw", "float", "Amp yaw", "deg"},
  {"motus.attitudes.forward", "float", "Attitudes forward", "m"},
  {"motus.attitudes.heave", "float", "Attitudes heave", "m"},
  {"motus.attitudes.lateral", "float", "Attitudes lateral", "m"},
  {"motus.attitudes.pitch", "float", "Attitudes pitch", "deg"},
  {"motus.attitudes.roll", "float", "Attitudes roll", "deg"},
  {"motus.attitudes.surge", "float", "Attitudes surge", "m"},
  {"motus.attitudes.sway", "float", "Attitudes sway", "m"},
  {"motus.attitudes.yaw", "float", "Attitudes yaw", "deg"},
  {"motus.axyz.1", "float", "Axyz 1", ""},
  {"motus.axyz.2", "float", "Axyz 2", ""},
  {"motus.axyz.3", "float", "Axyz 3", ""},
  {"motus.cmd", "uint8", "Cmd", ""},
  {"motus.cmd1", "uint8", "Cmd1", ""},
  {"motus.cychoose", "uint8", "CyChoose", ""},
  {"motus.di", "uint8", "DI", ""},
  {"motus.direction", "string", "direction", ""},
  {"motus.do", "uint8", "DO", ""},
  {"motus.dofs.forward", "float", "DOFs forward", "m"},
  {"motus.dofs.heave", "float", "DOFs heave", "m"},
  {"motus.dofs.lateral", "float", "DOFs lateral", "m"},
  {"motus.dofs.pitch", "float", "DOFs pitch", "deg"},
  {"motus.dofs.roll", "float", "DOFs roll", "deg"},
  {"motus.dofs.surge", "float", "DOFs surge", "m"},
  {"motus.dofs.sway", "float", "DOFs sway", "m"},
  {"motus.dofs.yaw", "float", "DOFs yaw", "deg"},
  {"motus.dofstatus", "uint8", "DOFStatus", ""},
  {"motus.errorcode.1", "float", "ErrorCode 1", ""},
  {"motus.errorcode.2", "float", "ErrorCode 2", ""},
  {"motus.errorcode.3", "float", "ErrorCode 3", ""},
  {"motus.errorcode.4", "float", "ErrorCode 4", ""},
  {"motus.errorcode.5", "float", "ErrorCode 5", ""},
  {"motus.errorcode.6", "float", "ErrorCode 6", ""},
  {"motus.filenum", "uint8", "FileNum", ""},
  {"motus.frame", "string", "frame", ""},
  {"motus.fre.heave", "float", "Fre heave", "Hz"},
  {"motus.fre.pitch", "float", "Fre pitch", "Hz"},
  {"motus.fre.roll", "float", "Fre roll", "Hz"},
  {"motus.fre.surge", "float", "Fre surge", "Hz"},
  {"motus.fre.sway", "float", "Fre sway", "Hz"},
  {"motus.fre.yaw", "float", "Fre yaw", "Hz"},
  {"motus.id", "uint8", "ID", ""},
  {"motus.jogspeed", "int16", "JogSpeed", "mm/s"},
  {"motus.motorcode.1", "float", "MotorCode 1", "pulses"},
  {"motus.motorcode.2", "float", "MotorCode 2", "pulses"},
  {"motus.motorcode.3", "float", "MotorCode 3", "pulses"},
  {"motus.motorcode.4", "float", "MotorCode 4", "pulses"},
  {"motus.motorcode.5", "float", "MotorCode 5", "pulses"},
  {"motus.motorcode.6", "float", "MotorCode 6", "pulses"},
  {"motus.pha.heave", "float", "Pha heave", "deg"},
  {"motus.pha.pitch", "float", "Pha pitch", "deg"},
  {"motus.pha.roll", "float", "Pha roll", "deg"},
  {"motus.pha.surge", "float", "Pha surge", "deg"},
  {"motus.pha.sway", "float", "Pha sway", "deg"},
  {"motus.pha.yaw", "float", "Pha yaw", "deg"},
  {"motus.pos.heave", "float", "Pos heave", "m"},
  {"motus.pos.pitch", "float", "Pos pitch", "deg"},
  {"motus.pos.roll", "float", "Pos roll", "deg"},
  {"motus.pos.surge", "float", "Pos surge", "m"},
  {"motus.pos.sway", "float", "Pos sway", "m"},
  {"motus.pos.yaw", "float", "Pos yaw", "deg"},
  {"motus.problem", "string", "problem", ""},
  {"motus.rev1", "bytes", "Rev1", ""},
  {"motus.spd.heave", "float", "Spd heave", ""},
  {"motus.spd.pitch", "float", "Spd pitch", "deg/s"},
  {"motus.spd.roll", "float", "Spd roll", "deg/s"},
  {"motus.spd.surge", "float", "Spd surge", ""},
  {"motus.spd.sway", "float", "Spd sway", ""},
  {"motus.spd.yaw", "float", "Spd yaw", "deg/s"},
  {"motus.status", "uint8", "Status", ""},
  {"motus.subcmd", "uint8", "SubCmd", ""},
  {"motus.time", "uint32", "Time", ""},
  {"motus.tor.1", "float", "Tor 1", "Nm"},
  {"motus.tor.2", "float", "Tor 2", "Nm"},
  {"motus.tor.3", "float", "Tor 3", "Nm"},
  {"motus.tor.4", "float", "Tor 4", "Nm"},
  {"motus.tor.5", "float", "Tor 5", "Nm"},
  {"motus.tor.6", "float", "Tor 6", "Nm"},
  {"motus.valid", "bool", "valid", ""},
  {"motus.version", "uint32", "Version", ""},
  {"motus.vxyz.1", "float", "Vxyz 1", ""},
  {"motus.vxyz.2", "float", "Vxyz 2", ""},
  {"motus.vxyz.3", "float", "Vxyz 3", ""},
}

local words = {
  ["darren.command_word"] = {
    [0] = "no change",
    [1] = "neutral",
    [2] = "run",
    [3] = "descend",
    [5] = "hold",
    [6] = "file play",
    [7] = "hold",
    [8] = "reset",
    [9] = "emergency",
  },
  ["darren.error_code"] = {
    [0] = "none",
    [1] = "no licence",
    [16] = "communication with the drives lost",
    [17] = "network down",
    [161] = "X past its positive end",
    [162] = "X past its negative end",
    [163] = "Y past its positive end",
    [164] = "Y past its negative end",
    [165] = "Z past its positive end",
    [166] = "Z past its negative end",
    [167] = "RX past its positive end",
    [168] = "RX past its negative end",
    [169] = "RY past its positive end",
    [170] = "RY past its negative end",
    [171] = "RZ past its positive end",
    [172] = "RZ past its negative end",
    [173] = "X too fast (speed, acceleration or jerk)",
    [174] = "Y too fast (speed, acceleration or jerk)",
    [175] = "Z too fast (speed, acceleration or jerk)",
    [176] = "RX too fast (speed, acceleration or jerk)",
    [177] = "RY too fast (speed, acceleration or jerk)",
    [178] = "RZ too fast (speed, acceleration or jerk)",
    [179] = "an actuator past its upper end",
    [180] = "an actuator past its lower end",
    [181] = "an actuator too fast (speed, acceleration or jerk)",
    [192] = "servo error",
    [193] = "servo not enabled",
    [194] = "not zeroed",
    [195] = "emergency stop",
  },
  ["darren.message_id"] = {
    [1] = "connect",
    [2] = "disconnect",
    [11] = "ack",
    [12] = "nack",
    [100] = "pose",
    [101] = "actuators",
    [102] = "cueing",
    [103] = "playback",
    [106] = "point to point",
    [107] = "sine",
    [200] = "status",
  },
  ["darren.status_word"] = {
    [0] = "initialising",
    [1] = "powered up, not zeroed",
    [2] = "zeroing",
    [3] = "at the origin",
    [4] = "ascending",
    [5] = "at neutral",
    [6] = "running",
    [7] = "going to neutral",
    [9] = "descending",
    [10] = "holding",
    [11] = "fault",
    [12] = "emergency",
    [20] = "maintenance",
  },
  ["mdof.command"] = {
    [1] = "initialise",
    [2] = "reset",
    [3] = "clear error",
    [4] = "stop",
    [5] = "pause",
    [6] = "resume",
    [7] = "zero point",
    [8] = "work plane",
    [9] = "move",
    [10] = "path",
    [11] = "path with speeds",
    [12] = "formula",
    [13] = "timed path",
    [20] = "connected",
    [21] = "zeroed",
    [22] = "moving",
    [23] = "error code",
    [24] = "platform position",
    [25] = "platform velocity",
    [26] = "actuator position",
    [27] = "actuator velocity",
    [28] = "actuator torque",
    [29] = "actuator current",
    [30] = "actuator voltage",
    [31] = "everything",
    [33] = "file",
  },
  ["mdof.error_code"] = {
    [0] = "none",
    [1] = "no licence",
    [16] = "communication with the drives lost",
    [17] = "network down",
    [161] = "X past its positive end",
    [162] = "X past its negative end",
    [163] = "Y past its positive end",
    [164] = "Y past its negative end",
    [165] = "Z past its positive end",
    [166] = "Z past its negative end",
    [167] = "RX past its positive end",
    [168] = "RX past its negative end",
    [169] = "RY past its positive end",
    [170] = "RY past its negative end",
    [171] = "RZ past its positive end",
    [172] = "RZ past its negative end",
    [173] = "X too fast (speed, acceleration or jerk)",
    [174] = "Y too fast (speed, acceleration or jerk)",
    [175] = "Z too fast (speed, acceleration or jerk)",
    [176] = "RX too fast (speed, acceleration or jerk)",
    [177] = "RY too fast (speed, acceleration or jerk)",
    [178] = "RZ too fast (speed, acceleration or jerk)",
    [179] = "an actuator past its upper end",
    [180] = "an actuator past its lower end",
    [181] = "an actuator too fast (speed, acceleration or jerk)",
    [192] = "servo error",
    [193] = "servo not enabled",
    [194] = "not zeroed",
    [195] = "emergency stop",
  },
  ["mdof.result"] = {
    [-7] = "refused while paused",
    [-6] = "resumed",
    [-5] = "paused",
    [-4] = "ended by a stop",
    [-3] = "error in motion, without a hardware code",
    [-2] = "refused: moving, or somebody else drives",
    [-1] = "bad format or parameter",
    [0] = "done",
    [1] = "no licence",
    [16] = "communication with the drives lost",
    [17] = "network down",
    [161] = "X past its positive end",
    [162] = "X past its negative end",
    [163] = "Y past its positive end",
    [164] = "Y past its negative end",
    [165] = "Z past its positive end",
    [166] = "Z past its negative end",
    [167] = "RX past its positive end",
    [168] = "RX past its negative end",
    [169] = "RY past its positive end",
    [170] = "RY past its negative end",
    [171] = "RZ past its positive end",
    [172] = "RZ past its negative end",
    [173] = "X too fast (speed, acceleration or jerk)",
    [174] = "Y too fast (speed, acceleration or jerk)",
    [175] = "Z too fast (speed, acceleration or jerk)",
    [176] = "RX too fast (speed, acceleration or jerk)",
    [177] = "RY too fast (speed, acceleration or jerk)",
    [178] = "RZ too fast (speed, acceleration or jerk)",
    [179] = "an actuator past its upper end",
    [180] = "an actuator past its lower end",
    [181] = "an actuator too fast (speed, acceleration or jerk)",
    [192] = "servo error",
    [193] = "servo not enabled",
    [194] = "not zeroed",
    [195] = "emergency stop",
  },
  ["motus.cmd"] = {
    [2] = "back to the middle",
    [3] = "emergency stop",
    [4] = "seek the bottom",
    [5] = "manual",
    [6] = "rise",
    [7] = "down to the bottom",
    [9] = "follow",
    [11] = "instruct",
    [13] = "script",
  },
  ["motus.cmd1"] = {
    [0] = "run",
    [1] = "check",
    [2] = "back to the middle",
    [3] = "emergency stop",
    [4] = "handshake",
    [5] = "single leg",
    [6] = "rise",
    [7] = "down to the bottom",
    [9] = "seek the bottom",
  },
  ["motus.dofstatus"] = {
    [0] = "seeking the bottom",
    [1] = "bottom found",
    [2] = "rising",
    [3] = "at the middle",
    [4] = "following",
    [5] = "instructed motion",
    [8] = "script",
    [9] = "script done",
    [12] = "going down",
    [13] = "down at the bottom",
    [14] = "back to the middle",
    [15] = "back at the middle",
    [32] = "manual",
    [33] = "emergency stop or fault",
    [55] = "initialised",
  },
  ["motus.status"] = {
    [0] = "stopped",
    [1] = "moving to the middle",
    [2] = "in the middle",
    [3] = "working",
    [55] = "at the bottom",
    [253] = "closed",
    [254] = "emergency stop",
    [255] = "error",
  },
}

local bits = {
  ["darren.warnings"] = {
    {1, "host time-out"},
    {2, "fewer than 50 frames a second"},
    {4, "command clamped to the reach"},
    {8, "another host drives"},
    {16, "frames out of order"},
    {32, "control loop late"},
  },
}

-- offset, bytes, filter name, array
local frames = {
  csfi = {
    ["read"] = {
      size = 4,
      leaves = {
        {0, 1, "csfi.mark.1", "mark"},
        {1, 1, "csfi.mark.2", "mark"},
        {2, 1, "csfi.group"},
        {3, 1, "csfi.03"},
      },
    },
    ["mechanics"] = {
      size = 188,
      leaves = {
        {0, 1, "csfi.mark.1", "mark"},
        {1, 1, "csfi.mark.2", "mark"},
        {2, 1, "csfi.group"},
        {3, 1, "csfi.checksum"},
        {4, 4, "csfi.base_joints.1_x", "base joints"},
        {8, 4, "csfi.base_joints.1_y", "base joints"},
        {12, 4, "csfi.base_joints.1_z", "base joints"},
        {16, 4, "csfi.base_joints.2_x", "base joints"},
        {20, 4, "csfi.base_joints.2_y", "base joints"},
        {24, 4, "csfi.base_joints.2_z", "base joints"},
        {28, 4, "csfi.base_joints.3_x", "base joints"},
        {32, 4, "csfi.base_joints.3_y", "base joints"},
        {36, 4, "csfi.base_joints.3_z", "base joints"},
        {40, 4, "csfi.base_joints.4_x", "base joints"},
        {44, 4, "csfi.base_joints.4_y", "base joints"},
        {48, 4, "csfi.base_joints.4_z", "base joints"},
        {52, 4, "csfi.base_joints.5_x", "base joints"},
        {56, 4, "csfi.base_joints.5_y", "base joints"},
        {60, 4, "csfi.base_joints.5_z", "base joints"},
        {64, 4, "csfi.base_joints.6_x", "base joints"},
        {68, 4, "csfi.base_joints.6_y", "base joints"},
        {72, 4, "csfi.base_joints.6_z", "base joints"},
        {76, 4, "csfi.platform_joints.1_x", "platform joints"},
        {80, 4, "csfi.platform_joints.1_y", "platform joints"},
        {84, 4, "csfi.platform_joints.1_z", "platform joints"},
        {88, 4, "csfi.platform_joints.2_x", "platform joints"},
        {92, 4, "csfi.platform_joints.2_y", "platform joints"},
        {96, 4, "csfi.platform_joints.2_z", "platform joints"},
        {100, 4, "csfi.platform_joints.3_x", "platform joints"},
        {104, 4, "csfi.platform_joints.3_y", "platform joints"},
        {108, 4, "csfi.platform_joints.3_z", "platform joints"},
        {112, 4, "csfi.platform_joints.4_x", "platform joints"},
        {116, 4, "csfi.platform_joints.4_y", "platform joints"},
        {120, 4, "csfi.platform_joints.4_z", "platform joints"},
        {124, 4, "csfi.platform_joints.5_x", "platform joints"},
        {128, 4, "csfi.platform_joints.5_y", "platform joints"},
        {132, 4, "csfi.platform_joints.5_z", "platform joints"},
        {136, 4, "csfi.platform_joints.6_x", "platform joints"},
        {140, 4, "csfi.platform_joints.6_y", "platform joints"},
        {144, 4, "csfi.platform_joints.6_z", "platform joints"},
        {148, 4, "csfi.leg_length_retracted"},
        {152, 4, "csfi.stroke"},
        {156, 4, "csfi.screw_lead"},
        {160, 4, "csfi.belt_ratio"},
        {164, 4, "csfi.motor_speed"},
        {168, 4, "csfi.rotary_gear_ratio"},
        {172, 4, "csfi.rotary_big_teeth"},
        {176, 4, "csfi.rotary_small_teeth"},
        {180, 4, "csfi.rotary_motor_speed"},
        {184, 1, "csfi.servo_model"},
        {185, 3, "csfi.reserved"},
      },
    },
    ["control"] = {
      size = 156,
      leaves = {
        {0, 1, "csfi.mark.1", "mark"},
        {1, 1, "csfi.mark.2", "mark"},
        {2, 1, "csfi.group"},
        {3, 1, "csfi.checksum"},
        {4, 4, "csfi.platform_kp_ki_kd.1", "platform Kp Ki Kd"},
        {8, 4, "csfi.platform_kp_ki_kd.2", "platform Kp Ki Kd"},
        {12, 4, "csfi.platform_kp_ki_kd.3", "platform Kp Ki Kd"},
        {16, 4, "csfi.platform_amplitude"},
        {20, 4, "csfi.platform_speed"},
        {24, 4, "csfi.platform_softness"},
        {28, 4, "csfi.scale.x", "scale"},
        {32, 4, "csfi.scale.y", "scale"},
        {36, 4, "csfi.scale.z", "scale"},
        {40, 4, "csfi.scale.alpha", "scale"},
        {44, 4, "csfi.scale.beta", "scale"},
        {48, 4, "csfi.scale.gamma", "scale"},
        {52, 4, "csfi.limit.x", "limit"},
        {56, 4, "csfi.limit.y", "limit"},
        {60, 4, "csfi.limit.z", "limit"},
        {64, 4, "csfi.limit.alpha", "limit"},
        {68, 4, "csfi.limit.beta", "limit"},
        {72, 4, "csfi.limit.gamma", "limit"},
        {76, 4, "csfi.rotary_kp_ki_kd.1", "rotary Kp Ki Kd"},
        {80, 4, "csfi.rotary_kp_ki_kd.2", "rotary Kp Ki Kd"},
        {84, 4, "csfi.rotary_kp_ki_kd.3", "rotary Kp Ki Kd"},
        {88, 4, "csfi.rotary_amplitude"},
        {92, 4, "csfi.rotary_speed"},
        {96, 4, "csfi.rotary_softness"},
        {100, 4, "csfi.washout_a.x", "washout a"},
        {104, 4, "csfi.washout_a.y", "washout a"},
        {108, 4, "csfi.washout_a.z", "washout a"},
        {112, 4, "csfi.washout_a.alpha", "washout a"},
        {116, 4, "csfi.washout_a.beta", "washout a"},
        {120, 4, "csfi.washout_a.gamma", "washout a"},
        {124, 4, "csfi.washout_b.x", "washout b"},
        {128, 4, "csfi.washout_b.y", "washout b"},
        {132, 4, "csfi.washout_b.z", "washout b"},
        {136, 4, "csfi.washout_b.alpha", "washout b"},
        {140, 4, "csfi.washout_b.beta", "washout b"},
        {144, 4, "csfi.washout_b.gamma", "washout b"},
        {148, 1, "csfi.standby"},
        {149, 1, "csfi.idle_return"},
        {150, 1, "csfi.return_speed"},
        {151, 1, "csfi.to_middle_speed"},
        {152, 1, "csfi.seek_torque"},
        {153, 1, "csfi.seek_threshold"},
        {154, 2, "csfi.reserved"},
      },
    },
    ["network"] = {
      size = 20,
      leaves = {
        {0, 1, "csfi.mark.1", "mark"},
        {1, 1, "csfi.mark.2", "mark"},
        {2, 1, "csfi.group"},
        {3, 1, "csfi.checksum"},
        {4, 1, "csfi.local_ip.1", "local IP"},
        {5, 1, "csfi.local_ip.2", "local IP"},
        {6, 1, "csfi.local_ip.3", "local IP"},
        {7, 1, "csfi.local_ip.4", "local IP"},
        {8, 1, "csfi.local_port_high_low.1", "local port, high low"},
        {9, 1, "csfi.local_port_high_low.2", "local port, high low"},
        {10, 1, "csfi.remote_ip.1", "remote IP"},
        {11, 1, "csfi.remote_ip.2", "remote IP"},
        {12, 1, "csfi.remote_ip.3", "remote IP"},
        {13, 1, "csfi.remote_ip.4", "remote IP"},
        {14, 1, "csfi.remote_port_high_low.1", "remote port, high low"},
        {15, 1, "csfi.remote_port_high_low.2", "remote port, high low"},
        {16, 1, "csfi.rs_232_baud_index"},
        {17, 1, "csfi.rs_485_baud_index"},
        {18, 2, "csfi.reserved"},
      },
    },
    ["user frame"] = {
      size = 76,
      leaves = {
        {0, 1, "csfi.mark.1", "mark"},
        {1, 1, "csfi.mark.2", "mark"},
        {2, 1, "csfi.group"},
        {3, 1, "csfi.checksum"},
        {4, 4, "csfi.user_frame.x", "user frame"},
        {8, 4, "csfi.user_frame.y", "user frame"},
        {12, 4, "csfi.user_frame.z", "user frame"},
        {16, 4, "csfi.user_frame.alpha", "user frame"},
        {20, 4, "csfi.user_frame.beta", "user frame"},
        {24, 4, "csfi.user_frame.gamma", "user frame"},
        {28, 48, "csfi.unused"},
      },
    },
  },
  motus = {
    ["command"] = {
      size = 180,
      leaves = {
        {0, 1, "motus.id"},
        {1, 1, "motus.cmd"},
        {2, 1, "motus.subcmd"},
        {3, 1, "motus.filenum"},
        {4, 1, "motus.cychoose"},
        {5, 1, "motus.do"},
        {6, 2, "motus.jogspeed"},
        {8, 4, "motus.dofs.pitch", "DOFs"},
        {12, 4, "motus.dofs.roll", "DOFs"},
        {16, 4, "motus.dofs.yaw", "DOFs"},
        {20, 4, "motus.dofs.sway", "DOFs"},
        {24, 4, "motus.dofs.surge", "DOFs"},
        {28, 4, "motus.dofs.heave", "DOFs"},
        {32, 4, "motus.amp.pitch", "Amp"},
        {36, 4, "motus.amp.roll", "Amp"},
        {40, 4, "motus.amp.yaw", "Amp"},
        {44, 4, "motus.amp.sway", "Amp"},
        {48, 4, "motus.amp.surge", "Amp"},
        {52, 4, "motus.amp.heave", "Amp"},
        {56, 4, "motus.fre.pitch", "Fre"},
        {60, 4, "motus.fre.roll", "Fre"},
        {64, 4, "motus.fre.yaw", "Fre"},
        {68, 4, "motus.fre.sway", "Fre"},
        {72, 4, "motus.fre.surge", "Fre"},
        {76, 4, "motus.fre.heave", "Fre"},
        {80, 4, "motus.pha.pitch", "Pha"},
        {84, 4, "motus.pha.roll", "Pha"},
        {88, 4, "motus.pha.yaw", "Pha"},
        {92, 4, "motus.pha.sway", "Pha"},
        {96, 4, "motus.pha.surge", "Pha"},
        {100, 4, "motus.pha.heave", "Pha"},
        {104, 4, "motus.pos.pitch", "Pos"},
        {108, 4, "motus.pos.roll", "Pos"},
        {112, 4, "motus.pos.yaw", "Pos"},
        {116, 4, "motus.pos.sway", "Pos"},
        {120, 4, "motus.pos.surge", "Pos"},
        {124, 4, "motus.pos.heave", "Pos"},
        {128, 4, "motus.spd.pitch", "Spd"},
        {132, 4, "motus.spd.roll", "Spd"},
        {136, 4, "motus.spd.yaw", "Spd"},
        {140, 4, "motus.spd.sway", "Spd"},
        {144, 4, "motus.spd.surge", "Spd"},
        {148, 4, "motus.spd.heave", "Spd"},
        {152, 4, "motus.vxyz.1", "Vxyz"},
        {156, 4, "motus.vxyz.2", "Vxyz"},
        {160, 4, "motus.vxyz.3", "Vxyz"},
        {164, 4, "motus.axyz.1", "Axyz"},
        {168, 4, "motus.axyz.2", "Axyz"},
        {172, 4, "motus.axyz.3", "Axyz"},
        {176, 4, "motus.time"},
      },
    },
    ["command 2020"] = {
      size = 180,
      leaves = {
        {0, 1, "motus.id"},
        {1, 1, "motus.cmd"},
        {2, 1, "motus.subcmd"},
        {3, 1, "motus.filenum"},
        {4, 1, "motus.do"},
        {5, 1, "motus.cychoose"},
        {6, 2, "motus.jogspeed"},
        {8, 4, "motus.dofs.pitch", "DOFs"},
        {12, 4, "motus.dofs.roll", "DOFs"},
        {16, 4, "motus.dofs.yaw", "DOFs"},
        {20, 4, "motus.dofs.sway", "DOFs"},
        {24, 4, "motus.dofs.surge", "DOFs"},
        {28, 4, "motus.dofs.heave", "DOFs"},
        {32, 4, "motus.vxyz.1", "Vxyz"},
        {36, 4, "motus.vxyz.2", "Vxyz"},
        {40, 4, "motus.vxyz.3", "Vxyz"},
        {44, 4, "motus.axyz.1", "Axyz"},
        {48, 4, "motus.axyz.2", "Axyz"},
        {52, 4, "motus.axyz.3", "Axyz"},
        {56, 4, "motus.amp.pitch", "Amp"},
        {60, 4, "motus.amp.roll", "Amp"},
        {64, 4, "motus.amp.yaw", "Amp"},
        {68, 4, "motus.amp.sway", "Amp"},
        {72, 4, "motus.amp.surge", "Amp"},
        {76, 4, "motus.amp.heave", "Amp"},
        {80, 4, "motus.fre.pitch", "Fre"},
        {84, 4, "motus.fre.roll", "Fre"},
        {88, 4, "motus.fre.yaw", "Fre"},
        {92, 4, "motus.fre.sway", "Fre"},
        {96, 4, "motus.fre.surge", "Fre"},
        {100, 4, "motus.fre.heave", "Fre"},
        {104, 4, "motus.pha.pitch", "Pha"},
        {108, 4, "motus.pha.roll", "Pha"},
        {112, 4, "motus.pha.yaw", "Pha"},
        {116, 4, "motus.pha.sway", "Pha"},
        {120, 4, "motus.pha.surge", "Pha"},
        {124, 4, "motus.pha.heave", "Pha"},
        {128, 4, "motus.pos.pitch", "Pos"},
        {132, 4, "motus.pos.roll", "Pos"},
        {136, 4, "motus.pos.yaw", "Pos"},
        {140, 4, "motus.pos.sway", "Pos"},
        {144, 4, "motus.pos.surge", "Pos"},
        {148, 4, "motus.pos.heave", "Pos"},
        {152, 4, "motus.spd.pitch", "Spd"},
        {156, 4, "motus.spd.roll", "Spd"},
        {160, 4, "motus.spd.yaw", "Spd"},
        {164, 4, "motus.spd.sway", "Spd"},
        {168, 4, "motus.spd.surge", "Spd"},
        {172, 4, "motus.spd.heave", "Spd"},
        {176, 4, "motus.time"},
      },
    },
    ["command 1"] = {
      size = 52,
      leaves = {
        {0, 1, "motus.id"},
        {1, 1, "motus.cmd1"},
        {2, 1, "motus.act"},
        {3, 1, "motus.rev1"},
        {4, 4, "motus.dofs.roll", "DOFs"},
        {8, 4, "motus.dofs.pitch", "DOFs"},
        {12, 4, "motus.dofs.yaw", "DOFs"},
        {16, 4, "motus.dofs.forward", "DOFs"},
        {20, 4, "motus.dofs.lateral", "DOFs"},
        {24, 4, "motus.dofs.heave", "DOFs"},
        {28, 4, "motus.vxyz.1", "Vxyz"},
        {32, 4, "motus.vxyz.2", "Vxyz"},
        {36, 4, "motus.vxyz.3", "Vxyz"},
        {40, 4, "motus.axyz.1", "Axyz"},
        {44, 4, "motus.axyz.2", "Axyz"},
        {48, 4, "motus.axyz.3", "Axyz"},
      },
    },
    ["status"] = {
      size = 108,
      leaves = {
        {0, 1, "motus.id"},
        {1, 1, "motus.dofstatus"},
        {2, 1, "motus.di"},
        {3, 1, "motus.rev1"},
        {4, 4, "motus.attitudes.pitch", "Attitudes"},
        {8, 4, "motus.attitudes.roll", "Attitudes"},
        {12, 4, "motus.attitudes.yaw", "Attitudes"},
        {16, 4, "motus.attitudes.sway", "Attitudes"},
        {20, 4, "motus.attitudes.surge", "Attitudes"},
        {24, 4, "motus.attitudes.heave", "Attitudes"},
        {28, 4, "motus.errorcode.1", "ErrorCode"},
        {32, 4, "motus.errorcode.2", "ErrorCode"},
        {36, 4, "motus.errorcode.3", "ErrorCode"},
        {40, 4, "motus.errorcode.4", "ErrorCode"},
        {44, 4, "motus.errorcode.5", "ErrorCode"},
        {48, 4, "motus.errorcode.6", "ErrorCode"},
        {52, 4, "motus.motorcode.1", "MotorCode"},
        {56, 4, "motus.motorcode.2", "MotorCode"},
        {60, 4, "motus.motorcode.3", "MotorCode"},
        {64, 4, "motus.motorcode.4", "MotorCode"},
        {68, 4, "motus.motorcode.5", "MotorCode"},
        {72, 4, "motus.motorcode.6", "MotorCode"},
        {76, 4, "motus.tor.1", "Tor"},
        {80, 4, "motus.tor.2", "Tor"},
        {84, 4, "motus.tor.3", "Tor"},
        {88, 4, "motus.tor.4", "Tor"},
        {92, 4, "motus.tor.5", "Tor"},
        {96, 4, "motus.tor.6", "Tor"},
        {100, 4, "motus.version"},
        {104, 4, "motus.time"},
      },
    },
    ["status 1"] = {
      size = 76,
      leaves = {
        {0, 1, "motus.id"},
        {1, 1, "motus.status"},
        {2, 2, "motus.rev1"},
        {4, 4, "motus.attitudes.roll", "Attitudes"},
        {8, 4, "motus.attitudes.pitch", "Attitudes"},
        {12, 4, "motus.attitudes.yaw", "Attitudes"},
        {16, 4, "motus.attitudes.forward", "Attitudes"},
        {20, 4, "motus.attitudes.lateral", "Attitudes"},
        {24, 4, "motus.attitudes.heave", "Attitudes"},
        {28, 4, "motus.errorcode.1", "ErrorCode"},
        {32, 4, "motus.errorcode.2", "ErrorCode"},
        {36, 4, "motus.errorcode.3", "ErrorCode"},
        {40, 4, "motus.errorcode.4", "ErrorCode"},
        {44, 4, "motus.errorcode.5", "ErrorCode"},
        {48, 4, "motus.errorcode.6", "ErrorCode"},
        {52, 4, "motus.motorcode.1", "MotorCode"},
        {56, 4, "motus.motorcode.2", "MotorCode"},
        {60, 4, "motus.motorcode.3", "MotorCode"},
        {64, 4, "motus.motorcode.4", "MotorCode"},
        {68, 4, "motus.motorcode.5", "MotorCode"},
        {72, 4, "motus.motorcode.6", "MotorCode"},
      },
    },
  },
  darren = {
    ["command"] = {
      size = 128,
      leaves = {
        {0, 4, "darren.length"},
        {4, 4, "darren.sequence"},
        {8, 4, "darren.reserved_1"},
        {12, 4, "darren.message_id"},
        {16, 2, "darren.command_word"},
        {18, 2, "darren.file_id"},
        {20, 2, "darren.sub_command"},
        {22, 2, "darren.reserved_2"},
        {24, 8, "darren.reserved_3"},
      },
      selector = {12, 4},
      by = {
        other = {
          {32, 4, "darren.values.1", "values"},
          {36, 4, "darren.values.2", "values"},
          {40, 4, "darren.values.3", "values"},
          {44, 4, "darren.values.4", "values"},
          {48, 4, "darren.values.5", "values"},
          {52, 4, "darren.values.6", "values"},
          {56, 4, "darren.more_values.1", "more values"},
          {60, 4, "darren.more_values.2", "more values"},
          {64, 4, "darren.more_values.3", "more values"},
          {68, 4, "darren.more_values.4", "more values"},
          {72, 4, "darren.more_values.5", "more values"},
          {76, 4, "darren.more_values.6", "more values"},
          {80, 4, "darren.more_values.7", "more values"},
          {84, 4, "darren.more_values.8", "more values"},
          {88, 4, "darren.more_values.9", "more values"},
          {92, 4, "darren.more_values.10", "more values"},
          {96, 4, "darren.more_values.11", "more values"},
          {100, 4, "darren.more_values.12", "more values"},
          {104, 4, "darren.more_values.13", "more values"},
          {108, 4, "darren.more_values.14", "more values"},
          {112, 4, "darren.more_values.15", "more values"},
          {116, 4, "darren.more_values.16", "more values"},
          {120, 4, "darren.more_values.17", "more values"},
          {124, 4, "darren.more_values.18", "more values"},
        },
        [100] = {
          {32, 4, "darren.pose.pitch", "pose"},
          {36, 4, "darren.pose.roll", "pose"},
          {40, 4, "darren.pose.yaw", "pose"},
          {44, 4, "darren.pose.sway", "pose"},
          {48, 4, "darren.pose.surge", "pose"},
          {52, 4, "darren.pose.heave", "pose"},
          {56, 4, "darren.more_values.1", "more values"},
          {60, 4, "darren.more_values.2", "more values"},
          {64, 4, "darren.more_values.3", "more values"},
          {68, 4, "darren.more_values.4", "more values"},
          {72, 4, "darren.more_values.5", "more values"},
          {76, 4, "darren.more_values.6", "more values"},
          {80, 4, "darren.more_values.7", "more values"},
          {84, 4, "darren.more_values.8", "more values"},
          {88, 4, "darren.more_values.9", "more values"},
          {92, 4, "darren.more_values.10", "more values"},
          {96, 4, "darren.more_values.11", "more values"},
          {100, 4, "darren.more_values.12", "more values"},
          {104, 4, "darren.more_values.13", "more values"},
          {108, 4, "darren.more_values.14", "more values"},
          {112, 4, "darren.more_values.15", "more values"},
          {116, 4, "darren.more_values.16", "more values"},
          {120, 4, "darren.more_values.17", "more values"},
          {124, 4, "darren.more_values.18", "more values"},
        },
        [101] = {
          {32, 4, "darren.actuators.a", "actuators"},
          {36, 4, "darren.actuators.b", "actuators"},
          {40, 4, "darren.actuators.c", "actuators"},
          {44, 4, "darren.actuators.d", "actuators"},
          {48, 4, "darren.actuators.e", "actuators"},
          {52, 4, "darren.actuators.f", "actuators"},
          {56, 4, "darren.more_values.1", "more values"},
          {60, 4, "darren.more_values.2", "more values"},
          {64, 4, "darren.more_values.3", "more values"},
          {68, 4, "darren.more_values.4", "more values"},
          {72, 4, "darren.more_values.5", "more values"},
          {76, 4, "darren.more_values.6", "more values"},
          {80, 4, "darren.more_values.7", "more values"},
          {84, 4, "darren.more_values.8", "more values"},
          {88, 4, "darren.more_values.9", "more values"},
          {92, 4, "darren.more_values.10", "more values"},
          {96, 4, "darren.more_values.11", "more values"},
          {100, 4, "darren.more_values.12", "more values"},
          {104, 4, "darren.more_values.13", "more values"},
          {108, 4, "darren.more_values.14", "more values"},
          {112, 4, "darren.more_values.15", "more values"},
          {116, 4, "darren.more_values.16", "more values"},
          {120, 4, "darren.more_values.17", "more values"},
          {124, 4, "darren.more_values.18", "more values"},
        },
        [102] = {
          {32, 4, "darren.rate_and_acceleration.pitch", "rate and acceleration"},
          {36, 4, "darren.rate_and_acceleration.roll", "rate and acceleration"},
          {40, 4, "darren.rate_and_acceleration.yaw", "rate and acceleration"},
          {44, 4, "darren.rate_and_acceleration.sway", "rate and acceleration"},
          {48, 4, "darren.rate_and_acceleration.surge", "rate and acceleration"},
          {52, 4, "darren.rate_and_acceleration.heave", "rate and acceleration"},
          {56, 4, "darren.more_values.1", "more values"},
          {60, 4, "darren.more_values.2", "more values"},
          {64, 4, "darren.more_values.3", "more values"},
          {68, 4, "darren.more_values.4", "more values"},
          {72, 4, "darren.more_values.5", "more values"},
          {76, 4, "darren.more_values.6", "more values"},
          {80, 4, "darren.more_values.7", "more values"},
          {84, 4, "darren.more_values.8", "more values"},
          {88, 4, "darren.more_values.9", "more values"},
          {92, 4, "darren.more_values.10", "more values"},
          {96, 4, "darren.more_values.11", "more values"},
          {100, 4, "darren.more_values.12", "more values"},
          {104, 4, "darren.more_values.13", "more values"},
          {108, 4, "darren.more_values.14", "more values"},
          {112, 4, "darren.more_values.15", "more values"},
          {116, 4, "darren.more_values.16", "more values"},
          {120, 4, "darren.more_values.17", "more values"},
          {124, 4, "darren.more_values.18", "more values"},
        },
        [106] = {
          {32, 4, "darren.target.pitch", "target"},
          {36, 4, "darren.target.roll", "target"},
          {40, 4, "darren.target.yaw", "target"},
          {44, 4, "darren.target.sway", "target"},
          {48, 4, "darren.target.surge", "target"},
          {52, 4, "darren.target.heave", "target"},
          {56, 4, "darren.speed.pitch", "speed"},
          {60, 4, "darren.speed.roll", "speed"},
          {64, 4, "darren.speed.yaw", "speed"},
          {68, 4, "darren.speed.sway", "speed"},
          {72, 4, "darren.speed.surge", "speed"},
          {76, 4, "darren.speed.heave", "speed"},
          {80, 4, "darren.more_values.7", "more values"},
          {84, 4, "darren.more_values.8", "more values"},
          {88, 4, "darren.more_values.9", "more values"},
          {92, 4, "darren.more_values.10", "more values"},
          {96, 4, "darren.more_values.11", "more values"},
          {100, 4, "darren.more_values.12", "more values"},
          {104, 4, "darren.more_values.13", "more values"},
          {108, 4, "darren.more_values.14", "more values"},
          {112, 4, "darren.more_values.15", "more values"},
          {116, 4, "darren.more_values.16", "more values"},
          {120, 4, "darren.more_values.17", "more values"},
          {124, 4, "darren.more_values.18", "more values"},
        },
        [107] = {
          {32, 4, "darren.amplitude.pitch", "amplitude"},
          {36, 4, "darren.amplitude.roll", "amplitude"},
          {40, 4, "darren.amplitude.yaw", "amplitude"},
          {44, 4, "darren.amplitude.sway", "amplitude"},
          {48, 4, "darren.amplitude.surge", "amplitude"},
          {52, 4, "darren.amplitude.heave", "amplitude"},
          {56, 4, "darren.frequency.pitch", "frequency"},
          {60, 4, "darren.frequency.roll", "frequency"},
          {64, 4, "darren.frequency.yaw", "frequency"},
          {68, 4, "darren.frequency.sway", "frequency"},
          {72, 4, "darren.frequency.surge", "frequency"},
          {76, 4, "darren.frequency.heave", "frequency"},
          {80, 4, "darren.phase.pitch", "phase"},
          {84, 4, "darren.phase.roll", "phase"},
          {88, 4, "darren.phase.yaw", "phase"},
          {92, 4, "darren.phase.sway", "phase"},
          {96, 4, "darren.phase.surge", "phase"},
          {100, 4, "darren.phase.heave", "phase"},
          {104, 4, "darren.more_values.13", "more values"},
          {108, 4, "darren.more_values.14", "more values"},
          {112, 4, "darren.more_values.15", "more values"},
          {116, 4, "darren.more_values.16", "more values"},
          {120, 4, "darren.more_values.17", "more values"},
          {124, 4, "darren.more_values.18", "more values"},
        },
      },
    },
    ["printed command"] = {
      size = 124,
      leaves = {
        {0, 4, "darren.length"},
        {4, 4, "darren.sequence"},
        {8, 4, "darren.reserved_1"},
        {12, 4, "darren.message_id"},
        {16, 2, "darren.command_word"},
        {18, 2, "darren.sub_command"},
        {20, 8, "darren.reserved_2"},
      },
      selector = {12, 4},
      by = {
        other = {
          {28, 4, "darren.values.1", "values"},
          {32, 4, "darren.values.2", "values"},
          {36, 4, "darren.values.3", "values"},
          {40, 4, "darren.values.4", "values"},
          {44, 4, "darren.values.5", "values"},
          {48, 4, "darren.values.6", "values"},
          {52, 4, "darren.more_values.1", "more values"},
          {56, 4, "darren.more_values.2", "more values"},
          {60, 4, "darren.more_values.3", "more values"},
          {64, 4, "darren.more_values.4", "more values"},
          {68, 4, "darren.more_values.5", "more values"},
          {72, 4, "darren.more_values.6", "more values"},
          {76, 4, "darren.more_values.7", "more values"},
          {80, 4, "darren.more_values.8", "more values"},
          {84, 4, "darren.more_values.9", "more values"},
          {88, 4, "darren.more_values.10", "more values"},
          {92, 4, "darren.more_values.11", "more values"},
          {96, 4, "darren.more_values.12", "more values"},
          {100, 4, "darren.more_values.13", "more values"},
          {104, 4, "darren.more_values.14", "more values"},
          {108, 4, "darren.more_values.15", "more values"},
          {112, 4, "darren.more_values.16", "more values"},
          {116, 4, "darren.more_values.17", "more values"},
          {120, 4, "darren.more_values.18", "more values"},
        },
        [100] = {
          {28, 4, "darren.pose.pitch", "pose"},
          {32, 4, "darren.pose.roll", "pose"},
          {36, 4, "darren.pose.yaw", "pose"},
          {40, 4, "darren.pose.sway", "pose"},
          {44, 4, "darren.pose.surge", "pose"},
          {48, 4, "darren.pose.heave", "pose"},
          {52, 4, "darren.more_values.1", "more values"},
          {56, 4, "darren.more_values.2", "more values"},
          {60, 4, "darren.more_values.3", "more values"},
          {64, 4, "darren.more_values.4", "more values"},
          {68, 4, "darren.more_values.5", "more values"},
          {72, 4, "darren.more_values.6", "more values"},
          {76, 4, "darren.more_values.7", "more values"},
          {80, 4, "darren.more_values.8", "more values"},
          {84, 4, "darren.more_values.9", "more values"},
          {88, 4, "darren.more_values.10", "more values"},
          {92, 4, "darren.more_values.11", "more values"},
          {96, 4, "darren.more_values.12", "more values"},
          {100, 4, "darren.more_values.13", "more values"},
          {104, 4, "darren.more_values.14", "more values"},
          {108, 4, "darren.more_values.15", "more values"},
          {112, 4, "darren.more_values.16", "more values"},
          {116, 4, "darren.more_values.17", "more values"},
          {120, 4, "darren.more_values.18", "more values"},
        },
        [101] = {
          {28, 4, "darren.actuators.a", "actuators"},
          {32, 4, "darren.actuators.b", "actuators"},
          {36, 4, "darren.actuators.c", "actuators"},
          {40, 4, "darren.actuators.d", "actuators"},
          {44, 4, "darren.actuators.e", "actuators"},
          {48, 4, "darren.actuators.f", "actuators"},
          {52, 4, "darren.more_values.1", "more values"},
          {56, 4, "darren.more_values.2", "more values"},
          {60, 4, "darren.more_values.3", "more values"},
          {64, 4, "darren.more_values.4", "more values"},
          {68, 4, "darren.more_values.5", "more values"},
          {72, 4, "darren.more_values.6", "more values"},
          {76, 4, "darren.more_values.7", "more values"},
          {80, 4, "darren.more_values.8", "more values"},
          {84, 4, "darren.more_values.9", "more values"},
          {88, 4, "darren.more_values.10", "more values"},
          {92, 4, "darren.more_values.11", "more values"},
          {96, 4, "darren.more_values.12", "more values"},
          {100, 4, "darren.more_values.13", "more values"},
          {104, 4, "darren.more_values.14", "more values"},
          {108, 4, "darren.more_values.15", "more values"},
          {112, 4, "darren.more_values.16", "more values"},
          {116, 4, "darren.more_values.17", "more values"},
          {120, 4, "darren.more_values.18", "more values"},
        },
        [102] = {
          {28, 4, "darren.rate_and_acceleration.pitch", "rate and acceleration"},
          {32, 4, "darren.rate_and_acceleration.roll", "rate and acceleration"},
          {36, 4, "darren.rate_and_acceleration.yaw", "rate and acceleration"},
          {40, 4, "darren.rate_and_acceleration.sway", "rate and acceleration"},
          {44, 4, "darren.rate_and_acceleration.surge", "rate and acceleration"},
          {48, 4, "darren.rate_and_acceleration.heave", "rate and acceleration"},
          {52, 4, "darren.more_values.1", "more values"},
          {56, 4, "darren.more_values.2", "more values"},
          {60, 4, "darren.more_values.3", "more values"},
          {64, 4, "darren.more_values.4", "more values"},
          {68, 4, "darren.more_values.5", "more values"},
          {72, 4, "darren.more_values.6", "more values"},
          {76, 4, "darren.more_values.7", "more values"},
          {80, 4, "darren.more_values.8", "more values"},
          {84, 4, "darren.more_values.9", "more values"},
          {88, 4, "darren.more_values.10", "more values"},
          {92, 4, "darren.more_values.11", "more values"},
          {96, 4, "darren.more_values.12", "more values"},
          {100, 4, "darren.more_values.13", "more values"},
          {104, 4, "darren.more_values.14", "more values"},
          {108, 4, "darren.more_values.15", "more values"},
          {112, 4, "darren.more_values.16", "more values"},
          {116, 4, "darren.more_values.17", "more values"},
          {120, 4, "darren.more_values.18", "more values"},
        },
        [106] = {
          {28, 4, "darren.target.pitch", "target"},
          {32, 4, "darren.target.roll", "target"},
          {36, 4, "darren.target.yaw", "target"},
          {40, 4, "darren.target.sway", "target"},
          {44, 4, "darren.target.surge", "target"},
          {48, 4, "darren.target.heave", "target"},
          {52, 4, "darren.speed.pitch", "speed"},
          {56, 4, "darren.speed.roll", "speed"},
          {60, 4, "darren.speed.yaw", "speed"},
          {64, 4, "darren.speed.sway", "speed"},
          {68, 4, "darren.speed.surge", "speed"},
          {72, 4, "darren.speed.heave", "speed"},
          {76, 4, "darren.more_values.7", "more values"},
          {80, 4, "darren.more_values.8", "more values"},
          {84, 4, "darren.more_values.9", "more values"},
          {88, 4, "darren.more_values.10", "more values"},
          {92, 4, "darren.more_values.11", "more values"},
          {96, 4, "darren.more_values.12", "more values"},
          {100, 4, "darren.more_values.13", "more values"},
          {104, 4, "darren.more_values.14", "more values"},
          {108, 4, "darren.more_values.15", "more values"},
          {112, 4, "darren.more_values.16", "more values"},
          {116, 4, "darren.more_values.17", "more values"},
          {120, 4, "darren.more_values.18", "more values"},
        },
        [107] = {
          {28, 4, "darren.amplitude.pitch", "amplitude"},
          {32, 4, "darren.amplitude.roll", "amplitude"},
          {36, 4, "darren.amplitude.yaw", "amplitude"},
          {40, 4, "darren.amplitude.sway", "amplitude"},
          {44, 4, "darren.amplitude.surge", "amplitude"},
          {48, 4, "darren.amplitude.heave", "amplitude"},
          {52, 4, "darren.frequency.pitch", "frequency"},
          {56, 4, "darren.frequency.roll", "frequency"},
          {60, 4, "darren.frequency.yaw", "frequency"},
          {64, 4, "darren.frequency.sway", "frequency"},
          {68, 4, "darren.frequency.surge", "frequency"},
          {72, 4, "darren.frequency.heave", "frequency"},
          {76, 4, "darren.phase.pitch", "phase"},
          {80, 4, "darren.phase.roll", "phase"},
          {84, 4, "darren.phase.yaw", "phase"},
          {88, 4, "darren.phase.sway", "phase"},
          {92, 4, "darren.phase.surge", "phase"},
          {96, 4, "darren.phase.heave", "phase"},
          {100, 4, "darren.more_values.13", "more values"},
          {104, 4, "darren.more_values.14", "more values"},
          {108, 4, "darren.more_values.15", "more values"},
          {112, 4, "darren.more_values.16", "more values"},
          {116, 4, "darren.more_values.17", "more values"},
          {120, 4, "darren.more_values.18", "more values"},
        },
      },
    },
    ["status"] = {
      size = 128,
      leaves = {
        {0, 4, "darren.length"},
        {4, 4, "darren.sequence"},
        {8, 4, "darren.reserved_1"},
        {12, 4, "darren.message_id"},
        {16, 2, "darren.status_word"},
        {18, 2, "darren.motion_state"},
        {20, 2, "darren.i_o"},
        {22, 2, "darren.reserved_2"},
        {24, 4, "darren.error_code"},
        {28, 4, "darren.warnings"},
        {32, 4, "darren.pose.pitch", "pose"},
        {36, 4, "darren.pose.roll", "pose"},
        {40, 4, "darren.pose.yaw", "pose"},
        {44, 4, "darren.pose.sway", "pose"},
        {48, 4, "darren.pose.surge", "pose"},
        {52, 4, "darren.pose.heave", "pose"},
        {56, 4, "darren.actuators.a", "actuators"},
        {60, 4, "darren.actuators.b", "actuators"},
        {64, 4, "darren.actuators.c", "actuators"},
        {68, 4, "darren.actuators.d", "actuators"},
        {72, 4, "darren.actuators.e", "actuators"},
        {76, 4, "darren.actuators.f", "actuators"},
        {80, 4, "darren.drive_errors.a", "drive errors"},
        {84, 4, "darren.drive_errors.b", "drive errors"},
        {88, 4, "darren.drive_errors.c", "drive errors"},
        {92, 4, "darren.drive_errors.d", "drive errors"},
        {96, 4, "darren.drive_errors.e", "drive errors"},
        {100, 4, "darren.drive_errors.f", "drive errors"},
        {104, 4, "darren.torque.a", "torque"},
        {108, 4, "darren.torque.b", "torque"},
        {112, 4, "darren.torque.c", "torque"},
        {116, 4, "darren.torque.d", "torque"},
        {120, 4, "darren.torque.e", "torque"},
        {124, 4, "darren.torque.f", "torque"},
      },
    },
    ["reply"] = {
      size = 128,
      leaves = {
        {0, 4, "darren.length"},
        {4, 4, "darren.sequence"},
        {8, 4, "darren.reserved_1"},
        {12, 4, "darren.message_id"},
        {16, 112, "darren.reserved_2"},
      },
    },
  },
}

local csfi_groups = {"mechanics", "control", "network", "user frame"}

local lingjing_forms = {
  A3 = {"lingjing.roll", "lingjing.pitch", "lingjing.z"},
  A6 = {"lingjing.roll", "lingjing.pitch", "lingjing.yaw", "lingjing.x", "lingjing.y", "lingjing.z"},
  A7 = {"lingjing.roll", "lingjing.pitch", "lingjing.yaw", "lingjing.x", "lingjing.y", "lingjing.z", "lingjing.angle"},
  C3 = {"lingjing.leg.1", "lingjing.leg.2", "lingjing.leg.3"},
  C6 = {"lingjing.leg.1", "lingjing.leg.2", "lingjing.leg.3", "lingjing.leg.4", "lingjing.leg.5", "lingjing.leg.6"},
  C7 = {"lingjing.leg.1", "lingjing.leg.2", "lingjing.leg.3", "lingjing.leg.4", "lingjing.leg.5", "lingjing.leg.6", "lingjing.angle"},
  A6T = {"lingjing.roll", "lingjing.pitch", "lingjing.yaw", "lingjing.x", "lingjing.y", "lingjing.z", "lingjing.t_ms"},
  MV = {},
}

local mdof_flags = {
  [20] = "mdof.connected",
  [21] = "mdof.zeroed",
  [22] = "mdof.moving",
  [23] = "mdof.error_code",
}

local mdof_six = {
  [24] = {"mdof.position.x", "mdof.position.y", "mdof.position.z", "mdof.position.rx", "mdof.position.ry", "mdof.position.rz"},
  [25] = {"mdof.velocity.x", "mdof.velocity.y", "mdof.velocity.z", "mdof.velocity.rx", "mdof.velocity.ry", "mdof.velocity.rz"},
  [26] = {"mdof.actuator_position.1", "mdof.actuator_position.2", "mdof.actuator_position.3", "mdof.actuator_position.4", "mdof.actuator_position.5", "mdof.actuator_position.6"},
  [27] = {"mdof.actuator_velocity.1", "mdof.actuator_velocity.2", "mdof.actuator_velocity.3", "mdof.actuator_velocity.4", "mdof.actuator_velocity.5", "mdof.actuator_velocity.6"},
  [28] = {"mdof.torque.1", "mdof.torque.2", "mdof.torque.3", "mdof.torque.4", "mdof.torque.5", "mdof.torque.6"},
  [29] = {"mdof.current.1", "mdof.current.2", "mdof.current.3", "mdof.current.4", "mdof.current.5", "mdof.current.6"},
  [30] = {"mdof.voltage.1", "mdof.voltage.2", "mdof.voltage.3", "mdof.voltage.4", "mdof.voltage.5", "mdof.voltage.6"},
}

-- One ProtoField a filter name, made once.
local made = {}
local kinds = {}
local function fields_of(name)
  local list = {}
  for _, row in ipairs(fields) do
    local filter, kind, label, unit = row[1], row[2], row[3], row[4]
    if filter:match("^[^.]+") == name then
      kinds[filter] = kind
      local title = unit ~= "" and (label .. " [" .. unit .. "]") or label
      if kind == "string" or kind == "bytes" or kind == "float" or kind == "double" or kind == "bool" then
        made[filter] = ProtoField[kind](filter, title)
      else
        made[filter] = ProtoField[kind](filter, title, base.DEC, words[filter])
      end
      list[#list + 1] = made[filter]
    end
  end
  return list
end

local protocols = {}
for name, port in pairs(ports) do
  local proto = Proto(name, "hexad " .. name)
  proto.prefs.port = Pref.uint("controller port", port, "UDP port of the controller")
  proto.fields = fields_of(name)
  protocols[name] = proto
end

-- What a dissector says of every datagram; a problem says why a controller would refuse it.
local function conclude(name, tree, pinfo, to, frame, info, problem)
  tree:add(made[name .. ".direction"], to and "to controller" or "from controller"):set_generated()
  tree:add(made[name .. ".frame"], frame):set_generated()
  tree:add(made[name .. ".valid"], problem == nil):set_generated()
  if problem then tree:add(made[name .. ".problem"], problem):set_generated() end
  pinfo.cols.protocol = name
  pinfo.cols.info = (to and "to controller: " or "from controller: ") .. (problem and "refused: " .. problem or info)
end

-- ------------------------------------------------------------------------------------------------ binary frames

local function add_leaves(tree, tvb, leaves)
  local group, branch
  for _, leaf in ipairs(leaves) do
    local offset, size, filter, label = leaf[1], leaf[2], leaf[3], leaf[4]
    local parent = tree
    if label then
      if label ~= group then branch = tree:add(tvb(offset), label) end
      parent = branch
    end
    group = label
    local item = parent:add_le(made[filter], tvb(offset, size))
    local named = bits[filter]
    if named then
      for _, bit in ipairs(named) do
        if math.floor(tvb(offset, size):le_uint() / bit[1]) % 2 == 1 then item:append_text(" (" .. bit[2] .. ")") end
      end
    end
  end
end

local function add_frame(tree, tvb, frame)
  add_leaves(tree, tvb, frame.leaves)
  if frame.selector then
    local value = tvb(frame.selector[1], frame.selector[2]):le_uint()
    add_leaves(tree, tvb, frame.by[value] or frame.by.other)
  end
end

local function word_of(filter, value) return words[filter][value] or ("unknown " .. value) end

local choose = {}

function choose.darren(tvb, to)
  local size = tvb:len()
  if size ~= 128 and size ~= 124 then return nil, to ~= false, nil, size .. " bytes" end
  local id = tvb(12, 4):le_uint()
  local word = tvb(16, 2):le_uint()
  if to ~= true and size == 128 then
    if id == 200 then return "status", false, word_of("darren.status_word", word) end
    if id == 11 or id == 12 then return "reply", false, word_of("darren.message_id", id) end
  end
  if to == false then return nil, false, nil, "message ID " .. id end
  local info = word_of("darren.command_word", word) .. ", " .. word_of("darren.message_id", id)
  return size == 124 and "printed command" or "command", true, info
end

-- What a step or a sine asks for stands where the order of 2020 has it, and nothing where the manual does.
local function motus_2020(tvb)
  if tvb(1, 1):uint() ~= 11 then return false end
  local function any(offset)
    for i = 0, 5 do if tvb(offset + 4 * i, 4):le_float() ~= 0 then return true end end
    return false
  end
  local function swings(amplitude, frequency)
    for i = 0, 5 do
      local hertz = tvb(frequency + 4 * i, 4):le_float()
      if tvb(amplitude + 4 * i, 4):le_float() ~= 0 and hertz > 0 and hertz <= 10 then return true end
    end
    return false
  end
  local sub = tvb(2, 1):uint()
  if sub == 2 then return not swings(32, 56) and swings(56, 80) end
  return sub == 1 and not any(104) and any(128) and any(152)
end

function choose.motus(tvb, to)
  local size = tvb:len()
  if to == nil then to = size ~= 108 and size ~= 76 end
  local old = size == (to and 52 or 76)
  if size ~= (to and 180 or 108) and not old then return nil, to, nil, size .. " bytes" end
  if tvb(0, 1):uint() ~= 55 then return nil, to, nil, "the first byte is not 55" end
  local value = tvb(1, 1):uint()
  if old and to then return "command 1", true, "Cmd " .. value .. " " .. (words["motus.cmd1"][value] or "no action") end
  if old then return "status 1", false, word_of("motus.status", value) end
  local name = to and motus_2020(tvb) and "command 2020" or "command"
  if to then return name, true, "Cmd " .. value .. " " .. (words["motus.cmd"][value] or "no action") end
  return "status", false, word_of("motus.dofstatus", value)
end

-- The first float32 of a frame whose exponent is all ones: not a number, or infinite.
local function not_finite(tvb, frame)
  for _, leaf in ipairs(frame.leaves) do
    if kinds[leaf[3]] == "float" and tvb(leaf[1] + 2, 2):le_uint() % 0x8000 >= 0x7F80 then return leaf[3] end
  end
end

function choose.csfi(tvb, to)
  local size = tvb:len()
  if size < 4 or tvb(0, 2):uint() ~= 0xEB90 then return nil, to ~= false, nil, "no EB 90" end
  local byte = tvb(2, 1):uint()
  local group = byte % 128
  local writes = byte >= 128
  if to == nil then to = size == 4 or writes end
  local frame = csfi_groups[group]
  if not frame then return nil, to, nil, "group " .. group end
  if to and not writes then
    if size ~= 4 then return nil, to, nil, size .. " bytes" end
    return "read", true, "read group " .. group
  end
  if writes ~= to then return nil, to, nil, "group byte " .. byte end
  if size ~= frames.csfi[frame].size then return nil, to, nil, size .. " bytes" end
  local sum = 0
  for i = 4, size - 1 do sum = sum + tvb(i, 1):uint() end
  if sum % 256 ~= tvb(3, 1):uint() then return nil, to, nil, "checksum" end
  local bad = to and not_finite(tvb, frames.csfi[frame])
  if bad then return nil, to, nil, bad .. " is not finite" end
  return frame, to, (to and "write group " or "answer: group ") .. group
end

-- -------------------------------------------------------------------------------------------------- text frames

local function number_of(text)
  if not text:match("^[+-]?[%d.]") or text:match("[xX]") then return nil end
  return tonumber(text)
end

-- A part of the text as a field: its first and last character.
local function add_number(tree, tvb, filter, text, first, last)
  local value = number_of(text:sub(first, last))
  if not value then return false end
  tree:add(made[filter], tvb(first - 1, last - first + 1), value)
  return true
end
local function add_text(tree, tvb, filter, text, first, last)
  tree:add(made[filter], tvb(first - 1, last - first + 1), text:sub(first, last))
end

-- Words between separators as {first, last}.
local function split(text, from, to, separators)
  local list = {}
  local at = from
  while at <= to do
    local first, last = text:find("[^" .. separators .. "]+", at)
    if not first or first > to then break end
    last = math.min(last, to)
    list[#list + 1] = {first, last}
    at = last + 1
  end
  return list
end

local text_dissect = {}

-- Values between commas, blanks round them cut away; an empty one is a problem.
local function comma_values(text, from, to)
  local list = {}
  local at = from
  while true do
    local comma = text:find(",", at, true)
    local last = (comma and comma <= to) and comma - 1 or to
    local first = at
    while first <= last and text:sub(first, first):match("[ \t]") do first = first + 1 end
    local stop = last
    while stop >= first and text:sub(stop, stop):match("[ \t]") do stop = stop - 1 end
    list[#list + 1] = {first, stop}
    if not (comma and comma <= to) then return list end
    at = comma + 1
  end
end

local function lingjing_effect(tree, tvb, text, value)
  local digits = text:sub(value[1], value[2])
  if not digits:match("^%x%x?%x?%x?$") then return "effect word" end
  if tonumber(digits, 16) > 0xFFF then return "relay bits 12-15" end
  tree:add(made["lingjing.effect"], tvb(value[1] - 1, #digits), tonumber(digits, 16))
end

function text_dissect.lingjing(tree, tvb, text, to)
  to = to ~= false
  local name, hash = text:match("^@([^:#]*):[^#]*()#%s*$")
  if not name then return to, "frame", nil, "not one frame @CMD:...#" end
  local form = lingjing_forms[name]
  if not form then return to, "frame", nil, "unknown command" end
  local values = comma_values(text, #name + 3, hash - 1)
  if name == "MV" then
    local film = text:sub(values[1][1], values[1][2])
    if #values ~= 1 or not (" play pause stop pre next "):find(" " .. film .. " ", 1, true) then
      return to, "frame", nil, "unknown film command"
    end
    add_text(tree, tvb, "lingjing.command", text, 2, 1 + #name)
    add_text(tree, tvb, "lingjing.film", text, values[1][1], values[1][2])
    return to, "frame", "MV " .. film
  end
  if #values ~= #form and not (name ~= "A6T" and #values == #form + 1) then return to, "frame", nil, "count" end
  add_text(tree, tvb, "lingjing.command", text, 2, 1 + #name)
  for i, value in ipairs(values) do
    if value[2] < value[1] then return to, "frame", nil, "empty value" end
    if i > #form then
      local problem = lingjing_effect(tree, tvb, text, value)
      if problem then return to, "frame", nil, problem end
    elseif not add_number(tree, tvb, form[i], text, value[1], value[2]) then
      return to, "frame", nil, "number"
    elseif form[i] == "lingjing.t_ms" and not (number_of(text:sub(value[1], value[2])) >= 1) then
      return to, "frame", nil, "time must be positive"
    end
  end
  return to, "frame", text:sub(2, hash - 1)
end

local kAxes = {"x", "y", "z", "rx", "ry", "rz"}

-- Numbers `first` … of a list into the fields prefix.x, prefix.y, …; false at the first that is none.
local function add_six(tree, tvb, text, list, first, prefix)
  for i, axis in ipairs(kAxes) do
    local word = list[first + i - 1]
    if not word or not add_number(tree, tvb, prefix .. axis, text, word[1], word[2]) then return false end
  end
  return true
end

local function whole_number(text, word)
  local digits = word and text:sub(word[1], word[2])
  return digits and digits:match("^[1-9]%d*$") and tonumber(digits)
end

local mdof_parameters = {}

mdof_parameters[9] = function(tree, tvb, text, list)
  if #list ~= 6 then return "count" end
  if not add_six(tree, tvb, text, list, 1, "mdof.") then return "number" end
end

local function path(tree, tvb, text, list, speeds)
  local n = whole_number(text, list[1])
  if not n then return "count of points" end
  if #list ~= 1 + n * (speeds and 12 or 6) then return "count" end
  tree:add(made["mdof.points"], tvb(list[1][1] - 1, list[1][2] - list[1][1] + 1), n)
  for i = 0, n - 1 do
    if not add_six(tree, tvb, text, list, 2 + 6 * i, "mdof.") then return "number" end
  end
  for i = n, (speeds and 2 * n or 0) - 1 do
    if not add_six(tree, tvb, text, list, 2 + 6 * i, "mdof.speed.") then return "number" end
  end
end
mdof_parameters[10] = function(tree, tvb, text, list) return path(tree, tvb, text, list, false) end
mdof_parameters[11] = function(tree, tvb, text, list) return path(tree, tvb, text, list, true) end

mdof_parameters[13] = function(tree, tvb, text, list)
  local rows = #list > 0 and #list % 7 == 0
  local last = -1
  for i = 1, rows and #list or 0, 7 do
    local time = number_of(text:sub(list[i][1], list[i][2]))
    if not time or time < 0 or time <= last then rows = false break end
    last = time
  end
  if not rows and (#list < 7 or #list % 6 ~= 1) then return "count" end
  local step = rows and 7 or 6
  for i = rows and 0 or 1, #list - 1, step do
    local start = i + 1
    if rows or i == 1 then
      local word = rows and list[start] or list[1]
      if not add_number(tree, tvb, "mdof.time", text, word[1], word[2]) then return "number" end
    end
    if not add_six(tree, tvb, text, list, rows and start + 1 or start, "mdof.") then return "number" end
  end
end

mdof_parameters[33] = function(tree, tvb, text, list)
  local file = whole_number(text, list[1])
  if #list ~= 1 or not file then return "file ID" end
  tree:add(made["mdof.file"], tvb(list[1][1] - 1, list[1][2] - list[1][1] + 1), file)
end

-- Formulas: commas and semicolons outside parentheses; where none stands there, blanks.
local function formulas_of(text, from, to, separators)
  local list, open, first = {}, 0, nil
  local function close(last)
    while first and last >= first and text:sub(last, last):match("[ \t,;]") do last = last - 1 end
    if first and last >= first then list[#list + 1] = {first, last} end
    first = nil
  end
  for i = from, to do
    local c = text:sub(i, i)
    if c == "(" then open = open + 1 elseif c == ")" then open = open - 1 end
    if open <= 0 and separators:find(c, 1, true) then
      close(i - 1)
    elseif not first and not c:match("[ \t,;]") then
      first = i
    end
  end
  close(to)
  return list
end

local function formula_command(tree, tvb, text, from, to)
  while from <= to and text:sub(from, from):match("[ \t,;]") do from = from + 1 end
  while to >= from and text:sub(to, to):match("[ \t,;]") do to = to - 1 end
  local list = formulas_of(text, from, to, ",;")
  if #list == 1 then list = formulas_of(text, from, to, " \t") end
  if #list ~= 6 and #list ~= 7 then return "count" end
  for i, axis in ipairs(kAxes) do add_text(tree, tvb, "mdof.formula." .. axis, text, list[i][1], list[i][2]) end
  if list[7] and not add_number(tree, tvb, "mdof.time", text, list[7][1], list[7][2]) then return "time" end
end

local function mdof_request(tree, tvb, text)
  local to = #text
  while to > 0 and text:sub(to, to):match("[\r\n]") do to = to - 1 end
  if text:sub(1, to):match("[\r\n]") then return true, "request", nil, "more than one line" end
  local comment = text:sub(1, to):find("[ \t]#")
  if comment then to = comment - 1 end
  local list = split(text, 1, to, " \t,;")
  if #list == 0 then return true, "request", nil, "no command" end
  local id = tonumber(text:sub(list[1][1], list[1][2]):match("^[1-9]%d*$"))
  local name = id and words["mdof.command"][id]
  if not name then return true, "request", nil, "unknown command" end
  tree:add(made["mdof.command"], tvb(list[1][1] - 1, list[1][2] - list[1][1] + 1), id)
  local after = list[1][2] + 1
  table.remove(list, 1)
  local problem
  if id == 12 then
    problem = formula_command(tree, tvb, text, after, to)
  elseif mdof_parameters[id] then
    problem = mdof_parameters[id](tree, tvb, text, list)
  elseif #list ~= 0 then
    problem = "takes no parameters"
  end
  return true, "request", id .. " " .. name, problem
end

-- Six numbers of an answer.
local function six_answer(tree, tvb, text, from, to, form)
  local list = split(text, from, to, " ")
  if #list ~= 6 then return "count" end
  for i, filter in ipairs(form) do
    if not add_number(tree, tvb, filter, text, list[i][1], list[i][2]) then return "number" end
  end
end

local function code_of(text)
  if text == "AAAA" then return -1 elseif text == "BBBB" then return -2 end
  return text:match("^-?%d+$") and tonumber(text)
end

local function flag_answer(tree, tvb, text, from, to, filter)
  local code = code_of(text:sub(from, to))
  if not code then return "number" end
  tree:add(made[filter], tvb(from - 1, to - from + 1), code)
end

local function mdof_answer(tree, tvb, text)
  local mark = text:match(".*()#")
  if not mark then return false, "answer", nil, "no #" end
  local id = tonumber(text:sub(1, mark - 1):match("^[1-9]%d*$"))
  local name = id and words["mdof.command"][id]
  if name then
    tree:add(made["mdof.command"], tvb(0, mark - 1), id)
  elseif mark > 1 then
    add_text(tree, tvb, "mdof.echo", text, 1, mark - 1)
  end
  local body, size = mark + 1, #text
  local info = (name and id .. " " .. name or text:sub(1, mark - 1)) .. ": " .. text:sub(body)
  local code = code_of(text:sub(body))
  if id and mdof_flags[id] and code and code >= 0 then
    return false, "answer", info, flag_answer(tree, tvb, text, body, size, mdof_flags[id])
  elseif code then
    tree:add(made["mdof.result"], size >= body and tvb(body - 1) or tvb(0), code)
    return false, "answer", info .. " (" .. (words["mdof.result"][code] or "not in the manual") .. ")"
  elseif id and mdof_six[id] then
    return false, "answer", info, six_answer(tree, tvb, text, body, size, mdof_six[id])
  elseif id == 31 then
    local groups = split(text, body, size, ";")
    if #groups ~= 11 then return false, "answer", nil, "count" end
    for i = 20, 30 do
      local group = groups[i - 19]
      local add = mdof_flags[i] and flag_answer or six_answer
      local problem = add(tree, tvb, text, group[1], group[2], mdof_flags[i] or mdof_six[i])
      if problem then return false, "answer", nil, problem end
    end
    return false, "answer", info
  end
  return false, "answer", nil, "an answer the manual does not know"
end

function text_dissect.mdof(tree, tvb, text, to)
  if to == nil then to = not text:match("^[^ \t,;\r\n#]*#") end
  if to then return mdof_request(tree, tvb, text) end
  return mdof_answer(tree, tvb, text)
end

-- ------------------------------------------------------------------------------------------------------- wiring

-- true: to the controller; false: from it; nil: the ports do not tell.
local function direction_of(name, pinfo)
  local port = protocols[name].prefs.port
  local to, from = pinfo.dst_port == port, pinfo.src_port == port
  if to == from then return nil end
  return to
end

local function dissect(name, tvb, pinfo, tree)
  local direction = direction_of(name, pinfo)
  local branch = tree:add(protocols[name], tvb())
  if text_dissect[name] then
    local to, frame, info, problem = text_dissect[name](branch, tvb, tvb():raw(), direction)
    conclude(name, branch, pinfo, to, frame, info, problem)
    return tvb:len()
  end
  local frame, to, info, problem = choose[name](tvb, direction)
  if frame then add_frame(branch, tvb, frames[name][frame]) end
  conclude(name, branch, pinfo, to, frame or "", info, problem)
  return tvb:len()
end

-- A motus host's own port is darren's controller port; their sizes tell them apart.
local function is_motus(tvb, pinfo)
  local size = tvb:len()
  return direction_of("motus", pinfo) ~= nil and (size == 108 or size == 180) and tvb(0, 1):uint() == 55
end

local udp = DissectorTable.get("udp.port")
for name, proto in pairs(protocols) do
  local registered = ports[name]
  function proto.dissector(tvb, pinfo, tree)
    if tvb:len() == 0 then return 0 end
    if name == "darren" and is_motus(tvb, pinfo) then return dissect("motus", tvb, pinfo, tree) end
    return dissect(name, tvb, pinfo, tree)
  end
  function proto.prefs_changed()
    if proto.prefs.port == registered then return end
    udp:remove(registered, proto)
    registered = proto.prefs.port
    udp:add(registered, proto)
  end
  udp:add(registered, proto)
end
