extends Reference
# A host of a motion platform for Godot 3: darren (follow, cue, status) and one line functions for mdof and lingjing.
# Copy this file into a project:
#
#   var platform = preload("res://hexad.gd").new()
#   platform.open("192.168.1.30", platform.PORTS["darren"])
#   platform.word = platform.DARREN_WORD["run"]
#   func _process(_delta):
#       platform.cue(rates_deg_s, accelerations)     # or platform.target(angles_deg, offsets_mm)
#       platform.advance()                           # never waits: listens, and sends when a frame is due
#
# Degrees and millimetres from neutral, X right, Y forward, Z up. A stream that ends without a word is stopped by the
# controller after 200 ms.

# @tables: printed from the lists hexad's own codecs read (./dev docs), not to be edited
const PORTS = {"lingjing": 9800, "mdof": 1100, "csfi": 20000, "motus": 5000, "darren": 10000, }
const DARREN_MESSAGE = {
	"connect": 1,
	"disconnect": 2,
	"ack": 11,
	"nack": 12,
	"pose": 100,
	"actuators": 101,
	"cueing": 102,
	"playback": 103,
	"point_to_point": 106,
	"sine": 107,
	"status": 200,
}
const DARREN_WORD = {
	"no_change": 0,
	"neutral": 1,
	"run": 2,
	"descend": 3,
	"hold": 5,
	"file_play": 6,
	"hold_too": 7,
	"reset": 8,
	"emergency": 9,
}
const DARREN_STATE = {
	"init": 0,
	"powered_up": 1,
	"zeroing": 2,
	"origin": 3,
	"ascend": 4,
	"neutral": 5,
	"running": 6,
	"to_neutral": 7,
	"descending": 9,
	"holding": 10,
	"fault": 11,
	"emergency": 12,
	"maintenance": 20,
}
const DARREN_WARNING = {
	"host_timeout": 1,
	"host_slow": 2,
	"clamped": 4,
	"not_driver": 8,
	"out_of_order": 16,
	"loop_late": 32,
}
const MOTUS_COMMAND = {
	"neutral": 2,
	"emergency": 3,
	"zero": 4,
	"manual": 5,
	"raise": 6,
	"descend": 7,
	"follow": 9,
	"instruct": 11,
	"script": 13,
}
const MOTUS_SUB_COMMAND = {
	"step": 1,
	"sine": 2,
	"soft_stop": 3,
}
const MOTUS_STATE = {
	"zeroing": 0,
	"zeroed": 1,
	"rising": 2,
	"risen": 3,
	"following": 4,
	"instructed": 5,
	"script": 8,
	"script_done": 9,
	"descending": 12,
	"descended": 13,
	"to_neutral": 14,
	"returned": 15,
	"manual": 32,
	"stopped": 33,
	"initialised": 55,
}
const MDOF_COMMAND = {
	"initialise": 1,
	"reset": 2,
	"clear_error": 3,
	"stop": 4,
	"pause": 5,
	"resume": 6,
	"zero_point": 7,
	"work_plane": 8,
	"move": 9,
	"path": 10,
	"path_with_speeds": 11,
	"formula": 12,
	"timed_path": 13,
	"connected": 20,
	"zeroed": 21,
	"moving": 22,
	"error": 23,
	"position": 24,
	"velocity": 25,
	"actuator_position": 26,
	"actuator_velocity": 27,
	"actuator_torque": 28,
	"actuator_current": 29,
	"actuator_voltage": 30,
	"everything": 31,
	"file": 33,
}
const MDOF_RESULT = {
	"refused_while_paused": -7,
	"resumed": -6,
	"paused": -5,
	"stopped": -4,
	"motion_error": -3,
	"moving": -2,
	"bad_request": -1,
	"done": 0,
}
const MOTUS_FRAME_ID = 55
const MOTUS_COMMAND_AT = {
	"size": 180,
	"id": 0,
	"cmd": 1,
	"subcmd": 2,
	"filenum": 3,
	"cychoose": 4,
	"do": 5,
	"jogspeed": 6,
	"dofs": 8,
	"amp": 32,
	"fre": 56,
	"pha": 80,
	"pos": 104,
	"spd": 128,
	"vxyz": 152,
	"axyz": 164,
	"time": 176,
}
const MOTUS_COMMAND_2020_AT = {
	"size": 180,
	"id": 0,
	"cmd": 1,
	"subcmd": 2,
	"filenum": 3,
	"do": 4,
	"cychoose": 5,
	"jogspeed": 6,
	"dofs": 8,
	"vxyz": 32,
	"axyz": 44,
	"amp": 56,
	"fre": 80,
	"pha": 104,
	"pos": 128,
	"spd": 152,
	"time": 176,
}
const MOTUS_COMMAND_1_AT = {
	"size": 52,
	"id": 0,
	"cmd1": 1,
	"act": 2,
	"rev1": 3,
	"dofs": 4,
	"vxyz": 28,
	"axyz": 40,
}
const MOTUS_STATUS_AT = {
	"size": 108,
	"id": 0,
	"dofstatus": 1,
	"di": 2,
	"rev1": 3,
	"attitudes": 4,
	"errorcode": 28,
	"motorcode": 52,
	"tor": 76,
	"version": 100,
	"time": 104,
}
const MOTUS_STATUS_1_AT = {
	"size": 76,
	"id": 0,
	"status": 1,
	"rev1": 2,
	"attitudes": 4,
	"errorcode": 28,
	"motorcode": 52,
}
const DARREN_COMMAND_AT = {
	"size": 128,
	"length": 0,
	"sequence": 4,
	"reserved_1": 8,
	"message_id": 12,
	"command_word": 16,
	"file_id": 18,
	"sub_command": 20,
	"reserved_2": 22,
	"reserved_3": 24,
	"values": 32,
	"more_values": 56,
}
const DARREN_STATUS_AT = {
	"size": 128,
	"length": 0,
	"sequence": 4,
	"reserved_1": 8,
	"message_id": 12,
	"status_word": 16,
	"motion_state": 18,
	"i_o": 20,
	"reserved_2": 22,
	"error_code": 24,
	"warnings": 28,
	"pose": 32,
	"actuators": 56,
	"drive_errors": 80,
	"torque": 104,
}
const DARREN_REPLY_AT = {
	"size": 128,
	"length": 0,
	"sequence": 4,
	"reserved_1": 8,
	"message_id": 12,
	"reserved_2": 16,
}
const HARDWARE_CODES = {
	0: "none",
	1: "no licence",
	16: "communication with the drives lost",
	17: "network down",
	161: "X past its positive end",
	162: "X past its negative end",
	163: "Y past its positive end",
	164: "Y past its negative end",
	165: "Z past its positive end",
	166: "Z past its negative end",
	167: "RX past its positive end",
	168: "RX past its negative end",
	169: "RY past its positive end",
	170: "RY past its negative end",
	171: "RZ past its positive end",
	172: "RZ past its negative end",
	173: "X too fast (speed, acceleration or jerk)",
	174: "Y too fast (speed, acceleration or jerk)",
	175: "Z too fast (speed, acceleration or jerk)",
	176: "RX too fast (speed, acceleration or jerk)",
	177: "RY too fast (speed, acceleration or jerk)",
	178: "RZ too fast (speed, acceleration or jerk)",
	179: "an actuator past its upper end",
	180: "an actuator past its lower end",
	181: "an actuator too fast (speed, acceleration or jerk)",
	192: "servo error",
	193: "servo not enabled",
	194: "not zeroed",
	195: "emergency stop",
}
# @end of tables

var udp = PacketPeerUDP.new()
var address = ""
var controller_port = 0
var only_its_port = false
var word = 0 # DARREN_WORD
var status = {} # the newest: sequence state moving error warnings pose actuators drive_errors torque
var received = 0
var foreign = 0
var acknowledged = null # true, false; null: no answer to connect or disconnect yet
var sequence = 0
var period_us = 10000
var due_us = 0
var message = 0
var values = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]


func open(host, port, rate_hz = 100.0, local_port = 0):
	address = IP.resolve_hostname(host, IP.TYPE_IPV4)
	controller_port = port
	only_its_port = address.begins_with("127.")
	period_us = int(1e6 / rate_hz)
	due_us = OS.get_ticks_usec()
	if local_port != 0 and udp.listen(local_port) != OK:
		return ERR_CANT_OPEN
	return udp.set_dest_address(address, port)


func close():
	udp.close()


# What every frame carries from now on -------------------------------------------------------------------------------
func set_values(id, six):
	for value in six:
		if is_nan(value) or is_inf(value):
			push_error("not finite: it never leaves this machine")
			return
	message = id
	values = six


func no_values():
	set_values(0, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0])


# pitch (nose up), roll (right side down), yaw (nose left), sway (right), surge (forward), heave (up)
func target(pitch, roll, yaw, sway, surge, heave):
	set_values(DARREN_MESSAGE["pose"], [pitch, roll, yaw, sway, surge, heave])


# What a vehicle does: rates in degrees/s, accelerations to the right, forward, up in m/s2
func cue(pitch_rate, roll_rate, yaw_rate, sway, surge, heave):
	set_values(DARREN_MESSAGE["cueing"], [pitch_rate, roll_rate, yaw_rate, sway, surge, heave])


# The stream ---------------------------------------------------------------------------------------------------------
func frame(id):
	var buffer = StreamPeerBuffer.new()
	buffer.resize(DARREN_COMMAND_AT["size"])
	var bytes = PoolByteArray()
	bytes.resize(DARREN_COMMAND_AT["size"])
	for i in range(bytes.size()):
		bytes[i] = 0
	buffer.data_array = bytes
	put(buffer, DARREN_COMMAND_AT["length"], "put_u32", DARREN_COMMAND_AT["size"])
	put(buffer, DARREN_COMMAND_AT["sequence"], "put_u32", sequence)
	put(buffer, DARREN_COMMAND_AT["message_id"], "put_u32", id)
	put(buffer, DARREN_COMMAND_AT["command_word"], "put_u16", word)
	for i in range(6):
		put(buffer, DARREN_COMMAND_AT["values"] + 4 * i, "put_float", values[i])
	return buffer.data_array


func put(buffer, at, how, value):
	buffer.seek(at)
	buffer.call(how, value)


func send(id = null):
	sequence = (sequence + 1) & 0xFFFFFFFF
	udp.put_packet(frame(message if id == null else id))


func connect_host():
	acknowledged = null
	send(DARREN_MESSAGE["connect"])


func disconnect_host():
	acknowledged = null
	send(DARREN_MESSAGE["disconnect"])


# Takes what has arrived, and sends a frame if one is due; never waits. True when a frame was sent.
func advance():
	poll()
	var now = OS.get_ticks_usec()
	if now < due_us:
		return false
	send()
	due_us += period_us
	if due_us <= now: # deadlines that have passed are left out
		due_us += period_us * (1 + (now - due_us) / period_us)
	return true


func poll():
	while udp.get_available_packet_count() > 0:
		var bytes = udp.get_packet()
		if sent_by_controller():
			take(bytes)


# Not every controller answers from the port it listens on: any port of its machine is taken until that port has spoken.
# On this machine, where several platforms may run, never another.
func sent_by_controller():
	if udp.get_packet_ip() != address:
		return false
	if udp.get_packet_port() == controller_port:
		only_its_port = true
		return true
	return not only_its_port


func get_at(buffer, at, how):
	buffer.seek(at)
	return buffer.call(how)


func six_at(buffer, at, how):
	var six = []
	for i in range(6):
		six.append(get_at(buffer, at + 4 * i, how))
	return six


func take(bytes):
	if bytes.size() != DARREN_STATUS_AT["size"]:
		foreign += 1
		return
	var buffer = StreamPeerBuffer.new()
	buffer.data_array = bytes
	var id = get_at(buffer, DARREN_STATUS_AT["message_id"], "get_u32")
	if id == DARREN_MESSAGE["ack"] or id == DARREN_MESSAGE["nack"]:
		acknowledged = id == DARREN_MESSAGE["ack"]
		return
	if id != DARREN_MESSAGE["status"]:
		foreign += 1
		return
	received += 1
	status = {
		"sequence": get_at(buffer, DARREN_STATUS_AT["sequence"], "get_u32"),
		"state": get_at(buffer, DARREN_STATUS_AT["status_word"], "get_u16"),
		"moving": get_at(buffer, DARREN_STATUS_AT["motion_state"], "get_u16") != 0,
		"error": get_at(buffer, DARREN_STATUS_AT["error_code"], "get_u32"),
		"warnings": get_at(buffer, DARREN_STATUS_AT["warnings"], "get_u32"),
		"pose": six_at(buffer, DARREN_STATUS_AT["pose"], "get_float"),
		"actuators": six_at(buffer, DARREN_STATUS_AT["actuators"], "get_float"),
		"drive_errors": six_at(buffer, DARREN_STATUS_AT["drive_errors"], "get_u32"),
		"torque": six_at(buffer, DARREN_STATUS_AT["torque"], "get_float"),
	}


# Text protocols -----------------------------------------------------------------------------------------------------
# mdof: sends a line to the address given to open(); answers come by text().
# lingjing: send_text(lingjing_pose(...)), again and again.
func send_text(line):
	udp.put_packet(line.to_utf8())


# The next datagram as text; empty when none has come.
func text():
	while udp.get_available_packet_count() > 0:
		var bytes = udp.get_packet()
		if sent_by_controller():
			return bytes.get_string_from_utf8()
	return ""


# Left-handed: X forward, Y right, Z up above the bottom; right side up, nose down, nose right.
static func lingjing_pose(roll, pitch, yaw, x, y, z):
	return "@A6:%.6f,%.6f,%.6f,%.6f,%.6f,%.6f#" % [roll, pitch, yaw, x, y, z]
